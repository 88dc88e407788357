import type { Measure } from '../monitoring/measures.ts'
import { poolOf } from './db.ts'
import { isSchemaNewer } from './migrations.ts'

export const schemaMeasures: readonly Measure[] = [
  {
    name: 'hangxie_schema_newer',
    help: '1: a later version of the program has migrated the database.',
    read: async ({ db }) => [{ value: (await isSchemaNewer(poolOf(db))) ? 1 : 0 }],
  },
]
