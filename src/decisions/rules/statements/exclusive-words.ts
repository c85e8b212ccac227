/** Words of which one statement about one thing has only one: opposites, other answers to a question, other things. */

/**
 * What it says of two statements that they have words of two sides of a line: `opposite` that one reverses the other,
 * `answer` that they answer one question otherwise, and `thing` that they are about two things.
 */
export type ExclusiveKind = "opposite" | "answer" | "thing";

/** Sides are separated by bars. The words of a side go together; an underscore joins those of a phrase. */
const OPPOSITES = `
always|never
allow allowed allows permit permitted may accept accepted tolerate tolerated fine okay|forbid forbidden ban banned deny denied disallow prohibited reject rejects rejected refuse refused block
require required requires mandatory compulsory obligatory must have_to has_to needs|optional voluntary unnecessary needless may_be_left_out if_they_like
enable enabled enables activate on turn_on switch_on|disable disabled disables deactivate off turn_off switch_off
include included includes contain |exclude excluded excludes omit omitted leave_out left_out without
add adds adding introduce include includes included keep keeps kept retain retained stay stays need needs carry carries|remove removes removing removed omit drop dropped strip take_out taken_out get_rid rid
use adopt prefer start|avoid stop abandon ditch no_longer cease quit
show shows shown display displayed visible reveal|hide hides hidden conceal invisible collapse
open opens opened|close closes closed shut
public published publicly|private secret privately confidential
shared pooled|dedicated own separate isolated exclusive
automatic automatically unattended by_itself by_themselves|manual manually by_hand hand personally
synchronous synchronously inline blocking waits within_the_request in_the_request|asynchronous asynchronously queue queued worker background later deferred
immediately instantly at_once straight_away right_away instant|later deferred delayed eventually batch nightly
eager eagerly upfront up_front ahead|lazy lazily on_demand on_first_use when_needed first_use
strict strictly|loose lenient lax relaxed tolerant
mutable changed changeable editable reloaded reload modified|immutable frozen fixed read-only readonly unchangeable
static statically|dynamic dynamically
encrypted encrypt encrypts ciphertext tls|unencrypted plaintext plain_text clear_text cleartext
signed sign signature|unsigned without_signature
compressed compress gzip|uncompressed
local locally on-premise on-premises on_site|remote remotely hosted cloud
central centrally centralised centralized|decentralised decentralized distributed each_team
permanent permanently forever indefinitely unlimited|temporary temporarily limited expire expires
increase raise grow up higher more larger longer maximum|decrease lower reduce shrink down smaller fewer shorter minimum
single only_one sole just_one|multiple many several multi
same identical|different other another separate new
before ahead_of prior first|after afterwards following once
fail fails block blocks break breaks stop stops abort reject|warn warns warning continue continues pass passes ignore ignores skip
ascending oldest_first|descending newest_first
client client-side browser in_the_browser|server server-side on_the_server backend
push pushed pushes|pull pulled pulls poll polls polling fetch
stateful|stateless
nullable null|not-null non-null
commit committed check_in checked_in|gitignored ignored untracked uncommitted
everyone everybody anyone anybody|nobody no_one
free free_of_charge gratis|paid charge charged
trust trusted|distrust untrusted verify verified
soft soft-delete|hard hard-delete purge erase erased wipe physically
keep retain archive preserve|delete deleted erase wipe discard purge throw_away
append appended add_row|overwrite overwrites overwritten in_place
ordered in_order in_sequence sequential sequentially one_after_another one_after_the_other|unordered any_order any_sequence out_of_order whatever_order
unique|duplicate duplicates
opt-in unasked|opt-out by_default
online live|offline
sensitive case-sensitive|insensitive case-insensitive
support supports supported maintain|drop unsupported deprecate deprecated discontinue
accept|reject
human person people somebody someone|machine bot automatically robot
tested test tests|untested
singular|plural
light|dark
cache cached caching caches stale|uncached fresh current up-to-date never_cached
optimistic optimistically|pessimistic lock locks locked
confirm confirms confirmation confirmed ask asks question prompt prompts|silently immediately without_asking unasked straight execute
strong strongly_consistent linearizable|eventual eventually_consistent
exact exactly pinned pin pins|range ranges caret tilde floating whatever_is_latest
retry retries retried tried_again try_again sent_again repeated repeat|give_up gives_up fail_fast fails_at_once first_failure
reversible undone undo roll_back rolled_back|irreversible forward-only fix_forward roll_forward
allowlist whitelist|denylist blocklist blacklist
all_at_once everything_at_once|step_by_step gradually in_stages little_by_little a_few_at_a_time
generated|handwritten hand-written written_by_hand
stream streaming streamed real-time realtime live moment continuously|batch batches nightly hourly once_a_day overnight
anonymous anonymously|signed-in logged-in authenticated registered
human-readable readable|binary
wait waits waiting|go_ahead goes_ahead carry_on carries_on without_waiting proceeds
rotate rotated|long-lived never_change
reuse reused recycle|recreate fresh_one throwaway disposable
blocking|non-blocking
nest nested|flat flattened
exclusive|inclusive
absolute|relative
implicit implicitly|explicit explicitly
verbose|terse quiet silent silently
conservative|aggressive
guaranteed guarantee guarantees rely relies|cope not_guaranteed best_effort
global globally|per-tenant per_project local_to
trusted|zero-trust
fixed constant|variable varying elastic scale scales autoscaling
normalised normalized|denormalised denormalized duplicated
inside within|outside
preserve preserves preserved|rewrite rewrites rewritten force-push
unlimited limitless without_limit no_limit|limited limit limits capped cap at_most
mandatory|nice-to-have
advisory informational|blocking
stored persisted saved save persist|kept_in_memory discarded forgotten computed_each_time
precomputed computed_in_advance materialised materialized|computed_on_read computed_on_the_fly on_the_fly
prefix|suffix
`;

const ANSWERS = `
javascript js|typescript ts|python|ruby|php|java|kotlin|scala|clojure|go golang|rust|c++|c#|f#|elixir|erlang|haskell|swift|perl|lua|dart|zig|bash shell|powershell|cobol|fortran|ocaml|nim|groovy|r
postgres postgresql|mysql mariadb|sqlite|mongodb mongo|dynamodb|cassandra scylladb|cockroachdb|oracle|mssql sql_server|redis valkey keydb|memcached|couchdb couchbase|firestore firebase|neo4j|clickhouse|bigquery|snowflake|redshift|duckdb|elasticsearch opensearch solr|influxdb timescaledb|spanner|planetscale|supabase
elasticsearch opensearch elastic|solr|algolia|meilisearch|typesense|full-text tsvector|lucene|sphinx
redis valkey|memcached|in-process in-memory lru|varnish|cdn
kafka redpanda|rabbitmq amqp|nats|sqs sns|pubsub pub/sub|kinesis|activemq|pulsar|zeromq|celery|sidekiq|bullmq|mqtt
react|vue|angular|svelte sveltekit|solidjs|preact|ember|jquery|htmx|alpine.js|backbone|qwik|astro|vanilla
next next.js|nuxt|remix|gatsby|astro|sveltekit|hugo|jekyll|eleventy|docusaurus
express|fastify|koa|hapi|nest nestjs|hono|django|flask|fastapi|rails|sinatra|laravel|symfony|spring|ktor|gin|echo|actix|axum|phoenix|tornado
prisma|typeorm|sequelize|drizzle|knex|mikroorm|hibernate jpa|jooq|sqlalchemy|activerecord active_record|ecto|gorm|dapper|entity_framework|raw_sql plain_sql sql
jest|vitest|mocha|jasmine|ava|node:test|karma|pytest|unittest|nose|rspec|minitest|junit|testng|spock|kotest|phpunit|xunit|nunit|testify
cypress|playwright|selenium|puppeteer|webdriver|testcafe|detox|appium
webpack|vite|rollup|parcel|esbuild|turbopack|rspack|browserify|snowpack|swc
npm|yarn|pnpm|bun|deno|lerna
pip|poetry|pipenv|conda|uv|pdm
maven|gradle|ant|bazel|sbt|makefile|cmake|meson|buck|pants|ninja
eslint|biome|tslint|oxlint|prettier|dprint
black|ruff|yapf|autopep8|flake8|pylint
mypy|pyright|pyre|pytype
tailwind|bootstrap|css_modules|styled-components|emotion|sass scss|less|bulma|vanilla-extract|material_ui mui|chakra|stylesheet
redux|mobx|zustand|recoil|jotai|context_api|signals signal|vuex|pinia|xstate|local_state
github_actions github|gitlab_ci gitlab|jenkins|circleci|travis|azure_pipelines|buildkite|teamcity|drone|bitbucket|tekton|concourse|bamboo
github|gitlab|bitbucket|gitea|sourcehut|azure_devops
git|mercurial|subversion svn|perforce
kubernetes k8s|nomad|ecs fargate|docker_swarm swarm|openshift|systemd|heroku|fly fly.io|vercel|netlify|cloud_run|lambda serverless|virtual_machine virtual_machines vm vms|bare_metal|beanstalk|app_engine|cloud_foundry|mesos
docker|podman|containerd|lxc|buildah
alpine|debian|ubuntu|distroless|fedora|centos|rhel ubi|scratch|wolfi|nixos|amazon_linux|rocky
aws amazon|gcp google_cloud|azure|hetzner|digitalocean|on-premise on-premises own_hardware data_centre|ovh|linode|cloudflare
terraform opentofu|pulumi|cloudformation|ansible|chef|puppet|cdk|crossplane|salt|by_hand console clicking web_console
helm|kustomize|plain_manifests jsonnet
argo argocd|flux|spinnaker
nginx|apache|caddy|traefik|envoy|haproxy|istio|linkerd|kong
prometheus|datadog|new_relic|graphite|influxdb|cloudwatch|nagios|zabbix|statsd|dynatrace
loki|elk elasticsearch|splunk|cloudwatch|graylog|papertrail
sentry|rollbar|bugsnag|raygun
jaeger|zipkin|tempo|x-ray|honeycomb
rest restful|graphql|grpc|soap|json-rpc|trpc|odata|thrift
http|grpc|websocket websockets|amqp message messages queue|tcp|udp|mqtt
poll polls polling|websocket websockets|server-sent sse|webhook webhooks|long-polling|push pushed
json|xml|yaml|protobuf protocol_buffers|avro|msgpack messagepack|csv|toml|parquet|thrift|cbor|ini
environment_variables environment_variable env|yaml yaml_file config_file configuration_file settings_file json_file toml|database table|command-line flags|vault|consul etcd
cookie cookies|local_storage localstorage|session_storage|in_memory|token bearer|header headers
jwt|opaque_token opaque|session session_cookie|api_key api_keys|basic_auth
oauth oidc openid|saml|ldap|magic_link|passkey passkeys webauthn|kerberos|client_certificates mtls
bcrypt|argon2 argon2id argon2i|scrypt|pbkdf2|md5|sha-1 sha1|sha-256 sha256|blake2 blake3
aes|chacha20|des 3des|rsa|ed25519|ecdsa
uuid uuids guid uuidv4|uuidv7|ulid ulids|serial auto-increment autoincrement sequence sequential bigint integer_id|nanoid|snowflake_id|natural_key slug slugs
integer integers whole cents int|decimal decimals numeric bigdecimal|float floats floating-point double doubles|string strings text|boolean
unix epoch epoch_milliseconds unix_time seconds_since|iso iso-8601 8601 rfc_3339 rfc3339|locale_format
utc gmt|local_time local viewer user's_time customer's_time|server_time
s3 object_storage bucket gcs blob_storage|nfs network_drive file_system filesystem local_disk|database blobs bytea|cdn|ftp sftp|git_lfs
offset page_number page per_page limit_offset|cursor cursors keyset|infinite_scroll
snake_case snake underscores underscore|camelcase camel_case camel|kebab-case kebab hyphens hyphen dashes|pascalcase pascal
tabs tab|spaces
lf unix_line|crlf windows_line
squash squash-merge squashed|rebase rebased rebase-merge|merge_commit merge_commits
trunk trunk-based|gitflow git_flow feature_branches long-lived_branches develop_branch
monorepo one_repository single_repository|polyrepo multi-repo several_repositories repository_per own_repository
monolith monolithic modular_monolith|microservice microservices small_services|serverless lambdas
exception exceptions throw throws thrown|result results either return_value return_values error_values error_codes
semver semantic semantic_versioning|calver calendar date-based by_date|build_number
commonjs require cjs|esm es_modules
inheritance|composition
enum enums|union unions literal
async await|callback callbacks|promise promises|thread threads|coroutine coroutines|event_loop
react_native|flutter|swift swiftui|kotlin jetpack|xamarin|ionic cordova capacitor|pwa
single-page spa client-side|server-rendered server-side rendered_on_the_server ssr|static_site static prerendered
webp|avif|jpeg jpg|png|gif|svg
pdf|html|markdown|docx|asciidoc|restructuredtext latex|plain_text
wiki confluence notion|readme repository markdown|google_docs sharepoint
jira|trello|github_issues|asana|youtrack|bugzilla
slack|microsoft_teams|mattermost|e-mail email mail|discord|irc|phone telephone
stripe|paypal|adyen|braintree|mollie|square
sendgrid|mailgun|postmark|ses|mailchimp|smtp
twilio|vonage|messagebird
launchdarkly|unleash|flagsmith|optimizely|own_flags
matomo|google_analytics|plausible|mixpanel|amplitude|posthog
openai gpt|anthropic claude|gemini|llama|mistral|self-hosted_model local_model
pgvector|pinecone|weaviate|qdrant|milvus|faiss|chroma
auth0|okta|keycloak|cognito|firebase_auth|own_login
swagger openapi|raml|asyncapi|blueprint
rsync|scp|ftp|sftp|http_upload
ssh|vpn wireguard openvpn ipsec|bastion|zero_trust
blue-green blue/green|canary|rolling|big_bang all_at_once recreate
hourly each_hour every_hour|daily nightly every_day every_night|weekly every_week|fortnightly every_two_weeks biweekly|monthly every_month|quarterly per_quarter|yearly annually every_year
monday mondays|tuesday tuesdays|wednesday wednesdays|thursday thursdays|friday fridays|saturday|sunday
morning mornings|noon|afternoon|evening|night nights nightly
meeting meetings call conference in_person|rfc rfcs written writing|chat channel|vote
own in-house ourselves self-written home-grown self-built|vendor vendors external_provider outside_service bought saas external_service provider agency
self-hosted own_server own_servers self-managed|managed hosted rented cloud_service saas
first_name first_names informal|last_name surname formal formally title
euro euros eur|dollar dollars usd|pound pounds gbp|franc chf|yen
permissive mit bsd apache|copyleft gpl agpl lgpl|proprietary
null nulls|omit omitted left_out absent missing leave_out|empty empty_string
desktop desktop_first|mobile phone phones handset narrow mobile_first
modal dialog|toast|inline_message
redirect|proxy|rewrite
subdomain subdomains|in_the_path|in_a_header|query_parameter
row-level tenant_column shared_schema|database_per schema_per own_database own_schema
outbox|two-phase saga|change_data_capture cdc debezium
cron crontab|scheduler airflow temporal|queue
mock mocks mocked fake fakes stub stubs|real container containers testcontainers
production_data copy_of_production real_data|generated synthetic factories fixtures fake_data made-up
logfmt|json structured|plain_text free_text unstructured
level_debug|level_info|level_warn|level_error|level_trace
internet_explorer ie11 ie old_browsers legacy_browsers|evergreen modern_browsers newest latest
polyfill polyfills|native_support
vim|vscode vs_code|intellij jetbrains|emacs
linux|macos mac_os
intel x86|arm graviton
cpu|gpu
round-robin|least-connections|sticky
at_least_once at-least-once|at_most_once at-most-once|exactly_once exactly-once
primary leader master|replica replicas follower read_replica secondary
vertical vertically bigger_machine|horizontal horizontally more_machines
pair pairing mob|alone review_later asynchronous_review
story_points|hours|t-shirt
scrum sprints sprint|kanban
usage-based metered pay_as_you_go|flat_price fixed_price flat_fee|per_seat per_user
remote home|office
american|british
sampled sample|every_request each_request
half-up|half-even bankers banker's|truncated truncate|rounded_down
fixed_window|sliding_window|token_bucket leaky_bucket
single_sign-on sso|magic_link|passkey|local_accounts
major_version|nightly_build
optimistic|pessimistic|last_write_wins last-write-wins
alphabetical alphabetically|chronological chronologically newest_first by_date|by_size|by_relevance
line_comments|block_comments
single_quotes|double_quotes backticks
semicolons|no_semicolons
allman|same_line
us-east us-east-1 virginia|eu-central eu-central-1 frankfurt|eu-west eu-west-1 ireland|us-west oregon|ap-southeast singapore|london
standup stand-up|written_update
feature_flag feature_flags flag flags|branch branches|configuration
vendored vendor_directory checked_in_copy|registry downloaded
singleton|dependency_injection injected
active-active|active-passive standby
webhook webhooks callback callbacks|polling poll polls|event_stream
hmac|mutual_tls mtls|ip_allowlist shared_secret
star_schema|data_vault
orm|sql plain_sql query_builder
screenshot screenshots|dom snapshot snapshots
css|javascript_animation
tooltip tooltips|help_page|placeholder placeholders
tab tabs|accordion|wizard
toast toasts|banner banners|dialog dialogs modal modals
sidebar|top_bar hamburger
dropdown select|radio_buttons radio|autocomplete
`;

const THINGS = `
production live|staging|development dev|ci|preview|demo|local laptop laptops
frontend|backend|infrastructure|mobile|cli command-line|library|docs documentation
public|internal
internal inside|external outside
customer customers shopper shoppers buyer|employee employees staff|administrator administrators admin|guest guests visitor visitors|partner partners supplier|developer developers|contractor
ios|android|web|desktop|tablet
unit|integration|end-to-end e2e|load performance|smoke|snapshot
audit security|access|debug application app|error|metric metrics|trace traces
invoice invoices|receipt receipts|order orders|payment payments|refund refunds|quote
mail mails e-mail email|sms|push_notification notifications|webhook webhooks|letter
avatar avatars|logo logos|icon icons|photo photos|thumbnail thumbnails|video videos|document documents
table tables|column columns|index indexes|view views|model class classes|endpoint endpoints|variable variables|branch branches|file files|topic topics
access_token access_tokens|refresh_token refresh_tokens|session sessions|invitation invitations|password_reset|api_key api_keys|download_link
english|german|french|spanish|japanese|korean
import imports|export exports
upload uploads|download downloads
request requests|response responses|header|body
backup backups|log logs
password passwords|pin pins|key keys|certificate certificates
header|footer|sidebar|menu
staging|marketing|shop|portal|dashboard|admin back-office|landing
warning warnings|error errors
team teams|project projects|organisation organization|user users|tenant tenants
java|python|typescript|go|sql|shell yaml
flaky|slow|failing
minor|major|patch
`;

export interface ExclusiveGroup {
  readonly kind: ExclusiveKind;
  /** The words and phrases of each side. */
  readonly sides: readonly (readonly string[])[];
}

const groupsIn = (lines: string, kind: ExclusiveKind): ExclusiveGroup[] =>
  lines
    .trim()
    .split("\n")
    .map((line) => ({
      kind,
      sides: line.split("|").map((side) => side.split(" ").map((phrase) => phrase.replaceAll("_", " "))),
    }));

export const EXCLUSIVE_GROUPS: readonly ExclusiveGroup[] = [
  ...groupsIn(OPPOSITES, "opposite"),
  ...groupsIn(ANSWERS, "answer"),
  ...groupsIn(THINGS, "thing"),
];
