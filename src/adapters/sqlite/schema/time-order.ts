export const timeOrder = "";
