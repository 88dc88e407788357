import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawModules } from './drawing.ts'
import { writeIndexes } from './indexes.ts'
import { listModules } from './list.ts'
import { measureModules } from './measure.ts'

/** `npm run modules`: writes the indexes of the parts, handlers and contracts, and draws the modules anew. */
await writeIndexes()
const docs = join(import.meta.dirname, '../../docs')
const house = measureModules()
writeFileSync(join(docs, 'modules.svg'), drawModules(house))
writeFileSync(join(docs, 'modules.md'), listModules(house))
