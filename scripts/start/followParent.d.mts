export function followParent(onEnd: () => void): void
