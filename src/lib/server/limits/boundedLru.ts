import { LRUCache } from 'lru-cache'

/**
 * The last `most` things by a key, each for `ttl` ms. Room is taken as they come: by its own `max`, an LRUCache takes all of
 * it when it is made, 9 MB where a hundred thousand callers are remembered.
 */
export const boundedLru = <Value extends object | boolean>(most: number, ttl = 0) =>
  new LRUCache<string, Value>({ maxSize: most, sizeCalculation: () => 1, ttl })
