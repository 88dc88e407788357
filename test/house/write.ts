import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawHouse } from './drawing.ts'
import { listHouse } from './list.ts'
import { measureHouse } from './measure.ts'

/** `npm run modules`: draws the modules anew. */
const docs = join(import.meta.dirname, '../../docs')
const house = measureHouse()
writeFileSync(join(docs, 'modules.svg'), drawHouse(house))
writeFileSync(join(docs, 'modules.md'), listHouse(house))
