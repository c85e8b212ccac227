declare module "*.yaml";
