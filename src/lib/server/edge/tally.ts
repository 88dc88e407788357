/** How many of something are there at once, by place and in all. */
export class Tally {
  readonly #of = new Map<string, number>()
  total = 0

  add(place: string): void {
    this.#of.set(place, this.of(place) + 1)
    this.total++
  }

  remove(place: string): void {
    const left = this.of(place) - 1
    if (left > 0) this.#of.set(place, left)
    else this.#of.delete(place)
    this.total--
  }

  of = (place: string): number => this.#of.get(place) ?? 0

  /** The place with the most. */
  heaviest(): string | undefined {
    let found: string | undefined
    let most = 0
    for (const [place, count] of this.#of) if (count > most) [found, most] = [place, count]
    return found
  }
}
