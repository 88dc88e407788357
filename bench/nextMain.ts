import { compareWithNext, versions } from './next.ts'
import { print } from './table.ts'

/** `npm run bench next`: not kept pages beside an application of Next.js with the same. Ends by itself after some minutes. */
console.log(versions())
print(
  '每次请求耗费的处理器时间与每秒次数，左为行协，右为 Next.js',
  await compareWithNext(process.argv.includes('--quick') ? 1 : 4),
)
