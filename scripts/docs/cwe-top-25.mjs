const MEMORY = "memory that the program manages itself";

/**
 * The most dangerous weaknesses of 2025 by the Common Weakness Enumeration, cwe.mitre.org/top25, in their order, named
 * in our words. `outside` says why no pattern is about it.
 */
export const CWE_TOP_25 = [
  { id: "CWE-79", name: "cross-site scripting" },
  { id: "CWE-89", name: "SQL injection" },
  { id: "CWE-352", name: "cross-site request forgery" },
  { id: "CWE-862", name: "missing authorization" },
  { id: "CWE-787", name: "writing outside of a buffer", outside: MEMORY },
  { id: "CWE-22", name: "path traversal" },
  { id: "CWE-416", name: "use after free", outside: MEMORY },
  { id: "CWE-125", name: "reading outside of a buffer", outside: MEMORY },
  { id: "CWE-78", name: "command injection in a shell" },
  { id: "CWE-94", name: "code injection" },
  { id: "CWE-120", name: "copying without a look at the size", outside: MEMORY },
  { id: "CWE-434", name: "upload of a dangerous type of file" },
  { id: "CWE-476", name: "use of a null pointer", outside: MEMORY },
  { id: "CWE-121", name: "overflow of a buffer on the stack", outside: MEMORY },
  { id: "CWE-502", name: "deserialisation of untrusted data" },
  { id: "CWE-122", name: "overflow of a buffer on the heap", outside: MEMORY },
  { id: "CWE-863", name: "incorrect authorization" },
  { id: "CWE-20", name: "improper validation of input" },
  { id: "CWE-284", name: "improper access control" },
  { id: "CWE-200", name: "sensitive information for the wrong reader" },
  { id: "CWE-306", name: "missing authentication of a critical function" },
  { id: "CWE-918", name: "server-side request forgery" },
  { id: "CWE-77", name: "command injection" },
  { id: "CWE-639", name: "authorization bypass by a key of the user" },
  { id: "CWE-770", name: "resources without a limit" },
];
