import type { EvaluationNode } from '../planEvaluation.ts'
import type { Instance } from './instance.ts'

/** What is still to evaluate, earliest node of the plan first. */
export class Agenda {
  /** Orders waiting, descending: the next one is the last. */
  private readonly orders: number[] = []
  private readonly waiting = new Map<number, { node: EvaluationNode; instances: Set<Instance> }>()

  add(node: EvaluationNode, instance: Instance): void {
    const known = this.waiting.get(node.order)
    if (known) {
      known.instances.add(instance)
      return
    }
    this.waiting.set(node.order, { node, instances: new Set([instance]) })
    this.orders.splice(this.position(node.order), 0, node.order)
  }

  take(): { node: EvaluationNode; instance: Instance } | null {
    const order = this.orders.at(-1)
    if (order === undefined) return null
    const { node, instances } = this.waiting.get(order)!
    const instance = instances.values().next().value!
    instances.delete(instance)
    if (instances.size === 0) {
      this.waiting.delete(order)
      this.orders.pop()
    }
    return { node, instance }
  }

  clear(): void {
    this.orders.length = 0
    this.waiting.clear()
  }

  private position(order: number): number {
    let low = 0
    let high = this.orders.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.orders[middle]! > order) low = middle + 1
      else high = middle
    }
    return low
  }
}
