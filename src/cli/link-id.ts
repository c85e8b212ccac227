import * as z from "zod";
import { LINK_ID } from "../domain/shared/ids.ts";

export const LinkId = z.string().regex(LINK_ID, "must be the id of a link, which begins with lnk_");
