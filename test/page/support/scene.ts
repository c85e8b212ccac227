import { afterAll } from "vitest";
import { openScene, type Scene, type Seed } from "./open-scene.ts";
import { sharedInProcess } from "./shared-in-process.ts";

/** A server of its own for all tests of a file or a block, which may change what is in its memory: the example or another. */
export function pageScene(seed?: Seed, ...flags: readonly string[]): () => Scene {
  const { scene, set } = laterScene();
  const ends: (() => Promise<void>)[] = [];
  sharedInProcess.beforeAll(async ({ browser, copyExample }) => {
    set(await openScene(browser, seed ?? copyExample, (end) => void ends.push(end), flags));
  });
  afterAll(async () => {
    for (const end of ends) await end();
  });
  return scene;
}

/** A server with the example for tests that change nothing in it. Other files go on with the same one. */
export function exampleOnView(): () => Scene {
  const { scene, set } = laterScene();
  sharedInProcess.beforeAll(({ exampleOnView: shared }) => set(shared));
  return scene;
}

/** The same with an empty memory. */
export function nothingOnView(): () => Scene {
  const { scene, set } = laterScene();
  sharedInProcess.beforeAll(({ nothingOnView: shared }) => set(shared));
  return scene;
}

function laterScene(): { readonly scene: () => Scene; set(scene: Scene): void } {
  let opened: Scene | undefined;
  return {
    scene() {
      if (!opened) throw new Error("The scene is there once the tests run.");
      return opened;
    },
    set(scene) {
      opened = scene;
    },
  };
}
