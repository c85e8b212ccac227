import { useEffect, useRef, useState } from "preact/hooks";
import { useStore } from "../../state/store.ts";
import { theme } from "../../state/theme.ts";
import { type Colours, coloursOf } from "./appearance.ts";
import type { Stage } from "./camera.ts";
import { draw } from "./draw.ts";
import type { Scene } from "./scene.ts";

/** The size of an element, and its colours in the theme that is shown. */
export function useStage() {
  const element = useRef<HTMLDivElement>(null);
  const [stage, setStage] = useState<Stage | undefined>(undefined);
  const [colours, setColours] = useState<Colours | undefined>(undefined);
  const chosenTheme = useStore(theme);
  useEffect(() => {
    const holder = element.current;
    if (!holder) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0)
        setStage({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(holder);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const read = () => {
      if (element.current) setColours(coloursOf(element.current));
    };
    read();
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", read);
    return () => dark.removeEventListener("change", read);
  }, [chosenTheme]);
  return { element, stage, colours };
}

/** Draws a scene with the next frame, and once if it changes several times before. */
export function useDrawing(scene: Scene | undefined) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!scene) return;
    const frame = requestAnimationFrame(() => {
      const element = canvas.current;
      const context = element?.getContext("2d");
      if (!element || !context) return;
      const { width, height } = scene.stage;
      const scale = devicePixelRatio;
      const [pixelWidth, pixelHeight] = [Math.round(width * scale), Math.round(height * scale)];
      if (element.width !== pixelWidth || element.height !== pixelHeight) {
        element.width = pixelWidth;
        element.height = pixelHeight;
      }
      context.setTransform(scale, 0, 0, scale, 0, 0);
      draw(context, scene);
      element.dataset["drawn"] = String(scene.graph.nodes.length);
    });
    return () => cancelAnimationFrame(frame);
  });
  return canvas;
}
