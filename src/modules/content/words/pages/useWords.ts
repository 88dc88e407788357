import { useEffect, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import type { FoundWord } from '../words.ts'

/** The listed words in what the server has of the article, read anew after each save; none while nothing can be read. */
export function useWords(id: number | undefined, version: number | undefined): readonly FoundWord[] {
  const [found, setFound] = useState<readonly FoundWord[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each version that is saved there is something new to read
  useEffect(() => {
    if (id === undefined) return
    let isOld = false
    browserApi('GET /staff/article/words', { id }).then(
      answer => {
        if (!isOld) setFound(answer.found)
      },
      // The server looks again before anything is published.
      () => {},
    )
    return () => {
      isOld = true
    }
  }, [id, version])
  return found
}
