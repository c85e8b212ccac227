/** The chance of each relation by boosted trees over the features of two rules. */

/** A leaf, or a feature with the value up to which it goes left. */
export type TreeNode = number | readonly [feature: number, upTo: number, left: TreeNode, right: TreeNode];
export type Tree = TreeNode;

/** The trees of each relation, in the order of the relations. */
export type Trees = readonly (readonly Tree[])[];

export function chancesBy(trees: Trees, values: readonly number[]): number[] {
  const sums = trees.map((list) => list.reduce<number>((sum, tree) => sum + leafOf(tree, values), 0));
  const most = Math.max(...sums);
  const powers = sums.map((sum) => Math.exp(sum - most));
  const all = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / all);
}

function leafOf(tree: Tree, values: readonly number[]): number {
  let node = tree;
  while (typeof node !== "number") {
    const [feature, upTo, left, right] = node;
    node = (values[feature] ?? 0) <= upTo ? left : right;
  }
  return node;
}
