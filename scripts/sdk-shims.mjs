import process from "node:process";
import { CfWorkerJsonSchemaValidator } from "@modelcontextprotocol/server/validators/cf-worker";

// The SDK chooses what this exports by platform, and for Node it takes Ajv, which is a third of the bundle and a tenth
// of the start. The validator it takes elsewhere checks the same schemas: those of questions to a person.
export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator, process };
