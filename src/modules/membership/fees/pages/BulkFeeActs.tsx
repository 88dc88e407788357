import { Button } from 'antd'
import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { useMay } from '#layouts/staff/staff.ts'
import { dayOf } from '#lib/dates.ts'
import type { FormField } from '#lib/form/form.ts'
import { type ActForMany, ActsOnMany } from '#ui/register/ActsOnMany.tsx'
import { RemindFees } from './RemindFees.tsx'

type Row = { id: number; name: string }
type Props = { rows: Row[]; done: () => void }

const raise = (): ActForMany<'raise'> => {
  const nextYear = Number(dayOf(new Date()).slice(0, 4)) + 1
  const fields: FormField[] = [
    { name: 'year', label: '年度', section: '', kind: 'number', min: 2000, max: 2100, required: true },
    { name: 'dueOn', label: '缴费期限', section: '', kind: 'day', required: true },
  ]
  return {
    code: 'raise',
    name: '生成会费',
    intro: '为所选会员各生成一笔年度会费，金额按级别，会员会收到通知；已有的不重复。',
    fields,
    initial: { year: nextYear, dueOn: `${nextYear}-06-30`, reason: '生成有误' },
    back: '还没有缴、没有提交凭证的作废，会员会收到通知。',
  }
}

/** Bulk acts of the cashier: raising the fees of a year and sending reminders for open ones. */
export function BulkFeeActs({ rows, done }: Props) {
  const mayCollect = useMay('staff:finance')
  const [reminded, remind] = useState<readonly Row[]>()
  if (!mayCollect) return null
  return (
    <>
      <ActsOnMany
        rows={rows}
        nameOf={({ name }) => name}
        unit="个会员"
        acts={[raise()]}
        changed={done}
        send={(_act, ids, { year, dueOn }) =>
          browserApi('POST /staff/fee/raiseFor', { ids, year: Number(year), dueOn: String(dueOn ?? '') })
        }
        takeBack={(_act, some, { year, reason }) =>
          browserApi('POST /staff/fee/cancelFor', {
            ids: some.map(({ id }) => id),
            year: Number(year),
            reason: String(reason),
          })
        }
      />
      <Button onClick={() => remind(rows)}>催缴会费</Button>
      {reminded && (
        <RemindFees
          filter={{ members: reminded.map(({ id }) => id).join(',') }}
          whose="所选会员"
          close={() => remind(undefined)}
          changed={done}
        />
      )}
    </>
  )
}
