import { expect, test } from 'vitest'
import { insertInOrder, type UploadedFile } from './useUploads.ts'

test('ten files keep the order in which they were chosen, whichever arrives first; files of before stay in front', () => {
  const keys = new Map<number, number>()
  let files: UploadedFile[] = [{ id: 900 }, { id: 901 }]
  for (const chosen of [3, 9, 1, 10, 2, 7, 5, 4, 8, 6]) {
    // Ids are given as files arrive, and say nothing about the choice.
    const id = 100 + keys.size
    keys.set(id, chosen)
    files = insertInOrder(files, { id, name: String(chosen) }, keys)
  }
  expect(files.map(({ id, name }) => name ?? id)).toEqual([900, 901, '1', '2', '3', '4', '5', '6', '7', '8', '9', '10'])
})
