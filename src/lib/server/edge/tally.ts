/** Counts what is there at once, by a key and in all. */
export class Tally {
  readonly #counts = new Map<string, number>()
  /** The keys by their count, so that the one with the most is found without a search. */
  readonly #keys = new Map<number, Set<string>>()
  #most = 0
  total = 0

  add(key: string): void {
    this.#set(key, this.of(key) + 1)
    this.total++
  }

  remove(key: string): void {
    this.#set(key, this.of(key) - 1)
    this.total--
  }

  of = (key: string): number => this.#counts.get(key) ?? 0

  /** The key with the most; none while nothing is counted. */
  heaviest(): { key: string | undefined; count: number } {
    return { key: this.#keys.get(this.#most)?.values().next().value, count: this.#most }
  }

  #set(key: string, count: number): void {
    const before = this.of(key)
    const same = this.#keys.get(before)
    same?.delete(key)
    if (same?.size === 0) this.#keys.delete(before)
    if (count > 0) {
      this.#counts.set(key, count)
      const others = this.#keys.get(count)
      if (others) others.add(key)
      else this.#keys.set(count, new Set([key]))
    } else this.#counts.delete(key)
    // Counts change by one, so the most is the new count, what it was, or one less.
    if (count > this.#most) this.#most = count
    else if (before === this.#most && !this.#keys.has(before)) this.#most = Math.max(count, 0)
  }
}
