/**
 * Pairs that people write open, with a hyphen and as one word: the first, then what may follow it. All forms of the first
 * count (`logged in`), and the plural of the second.
 */
export const PAIRS = `
  allow list
  back end fill log office pack port pressure track up
  band width
  base line
  bench mark
  bit map mask rate
  black list
  block chain list
  boiler plate
  book keeping mark
  break down out point
  bug fix
  build in
  call back out
  change log set
  chat bot
  check in list out point sum
  clean up
  clip board
  code base
  count down
  cron job tab
  cut off over
  dash board
  data base center centre file flow frame lake set sheet source store type
  dead line lock
  deny list
  doc string
  docker file
  down load stream time
  drill down
  drop down out
  e book commerce mail
  end point
  fail back over
  fall back through
  feed back
  file name path system
  fire wall
  firm ware
  follow up
  foot note print
  front end
  gate keeper way
  guide line
  hand book off out over shake
  hard code ware
  hash map table
  head count line
  hold back
  home page
  host name
  hot fix spot
  key board chain frame pair store stroke word
  kick off
  land mark
  lay off out
  life cycle span time
  lock down file in out step
  log file in off on out
  look ahead up
  mail box
  make file
  mark down up
  middle ware
  mile stone
  mock up
  name space
  news letter
  note book
  off line load
  on boarding call
  opt in out
  out box
  over head lap load ride
  pass phrase through word
  path name
  pay load out wall
  pick up
  pipe line
  place holder
  play back book ground
  plug in
  pop up
  post mortem
  print out
  push back
  ramp up
  ransom ware
  read out
  real time
  road map
  roll back out over up
  round trip up
  run away book time
  sand box
  save point
  screen shot
  set back up
  share holder
  shut down
  side bar car
  sign in off on out up
  slow down
  smart phone
  snap shot
  soft ware
  source map
  spin off up
  spread sheet
  stake holder
  stand alone by in
  start up
  stop watch word
  story board
  style sheet
  take away over
  tear down
  text area book box
  thread pool
  through put
  time box frame line out sheet slot stamp table zone
  tool bar box chain kit set tip
  touch point
  trade mark off
  turn around over
  up load stream time
  user base name
  view port
  walk through
  warm up
  water fall mark
  web app hook page server site socket
  white board list space
  wild card
  wire frame
  work around bench flow group load place sheet shop space station
  wrap up
  write back up`;
