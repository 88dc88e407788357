import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { useMay } from '#layouts/staff/staff.ts'
import { formatYuan } from '#lib/money.ts'
import { letters } from '#modules/money/pages/registers.ts'
import { ActsOnMany } from '#ui/register/ActsOnMany.tsx'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { StateTag } from '#ui/Tag.tsx'
import { letterFilters } from '../../letterFilters.ts'
import type { Route } from './+types/StaffLetters'
import { dispatchFields, dispatchInitial, dispatchOf, letterTones } from './letterViews.ts'

export { staffLetters as handle } from '#modules/money/pages/screens.ts'

/** Batches to choose from, the newest first. */
const OFFERED_BATCHES = 100

export const clientLoader = listLoader(async (api, address) => {
  const [list, batches] = await Promise.all([
    letters.load(api, address),
    api('GET /staff/letter/batch/list', { pageSize: OFFERED_BATCHES }),
  ])
  const named = batches.list.map(({ id, kindName, count }) => ({
    code: String(id),
    name: `${id}　${kindName} ${count} 封`,
  }))
  return { ...list, batches: named }
})

/** 催缴函件: every 缴费通知书 and 催缴函, how far each has come, and its dispatch. */
export default function StaffLetters({ loaderData }: Route.ComponentProps) {
  const mayMove = useMay('staff:finance')
  return (
    <RegisterTable
      of={letters}
      loaded={loaderData}
      unit="封"
      filters={registerFilters(letterFilters, { batchId: loaderData.batches })}
      actions={<Link to="/staff/letters/batches">打印批次</Link>}
      acts={(chosen, done) =>
        mayMove && (
          <ActsOnMany
            rows={chosen}
            nameOf={({ number, payer }) => `${number} ${payer}`}
            unit="封"
            acts={[
              {
                code: 'dispatch',
                name: '登记寄发',
                intro: '记下交寄的日期和单号，不发消息；已登记的按新填的更正，退回的为重新寄发。',
                fields: dispatchFields,
                initial: dispatchInitial(),
              },
            ]}
            changed={done}
            send={(_, ids, stated) => browserApi('POST /staff/letter/dispatchMany', { ids, ...dispatchOf(stated) })}
          />
        )
      }
      empty={{
        title: '还没有函件',
        children: (
          <p>
            在<Link to="/staff/receivables?state=open">应收与实收</Link>按筛选或勾选的款项，点“打印缴费通知、催缴函”。
          </p>
        ),
      }}
      cells={{
        total: ({ total }) => formatYuan(total),
        stateName: row => <StateTag of={row} tones={letterTones} />,
        batchId: ({ batchId }) => <Link to={`/staff/letters/batches/${batchId}`}>{batchId}</Link>,
      }}
    />
  )
}
