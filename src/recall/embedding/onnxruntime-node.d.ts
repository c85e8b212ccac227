/** The package hides its types behind one that only its sources have. These are the parts we use. */
declare module "onnxruntime-node" {
  import type { Ort } from "./encoder.ts";
  export const InferenceSession: Ort["InferenceSession"];
  export const Tensor: Ort["Tensor"];
}
