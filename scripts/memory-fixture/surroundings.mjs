/**
 * Loaded with `--import` into a program that writes or reads a fixture: the clock starts at FIXTURE_TIME and goes on from
 * there, so that months pass in a minute, and neither the machine nor the person at the terminal is one of here.
 */
import { syncBuiltinESMExports } from "node:module";
import os from "node:os";

const RealDate = Date;
const offset = RealDate.parse(process.env.FIXTURE_TIME) - RealDate.now();

globalThis.Date = class ShiftedDate extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + offset);
    else super(...args);
  }
  static now() {
    return RealDate.now() + offset;
  }
};

const { userInfo } = os;
os.userInfo = (options) => ({ ...userInfo(options), username: "shopkeeper" });
os.hostname = () => "counter";
syncBuiltinESMExports();
