import './staffFees.css'
import { useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { announce } from '#api/session.ts'
import { useApi } from '#api/useApi.ts'
import { dayOf } from '#lib/dates.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { reasonField } from '#lib/form/reasonField.ts'
import { formatYuan } from '#lib/money.ts'
import { ReachSummary } from '#ui/act/ReachSummary.tsx'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { States } from '#ui/States.tsx'

const yearField: FormField = {
  name: 'year',
  label: '年度',
  section: '',
  kind: 'number',
  min: 2000,
  max: 2100,
  required: true,
}
const raisingFields: FormField[] = [
  yearField,
  {
    name: 'dueOn',
    label: '缴费期限',
    section: '',
    kind: 'day',
    required: true,
    hint: '过了这一天仍未缴，会员状态变为“待缴费”',
  },
]

/** The fees of a year, for all who are members: how many and how much first, then the deed. */
export function RaiseFees({ close, changed }: { close: () => void; changed: () => void }) {
  const thisYear = Number(dayOf(new Date()).slice(0, 4))
  const initial = { year: thisYear + 1, dueOn: `${thisYear + 1}-06-30` }
  const [year, setYear] = useState<number>(initial.year)
  const ahead = useApi('GET /staff/fee/raise', year >= 2000 && year <= 2100 ? { year } : null)
  const raise = async ({ dueOn }: FormValues) => {
    const { count } = await browserApi('POST /staff/fee/raise', {
      year,
      dueOn: String(dueOn),
      expected: ahead.data!.count,
    })
    announce(`已生成 ${count} 笔 ${year} 年度会费，通知随后发出`)
    changed()
  }
  return (
    <FormDialog
      title="生成年度会费"
      fields={raisingFields}
      initial={initial}
      onChange={values => setYear(Number(values.year))}
      action={`生成 ${ahead.data?.count ?? 0} 笔`}
      disabled={!ahead.data?.count || ahead.loading}
      send={raise}
      close={close}
      intro={<p>每位在册会员（有效、待缴费、欠费）各一笔，金额按级别；已有的不重复。会员会在会员中心收到通知。</p>}
    >
      <States answer={ahead} lines={3}>
        {({ count, amount, already, levels, reach }) => (
          <div>
            <p role="status">
              <b>
                {count} 笔，共 {formatYuan(amount)} 元
              </b>
              {already > 0 && `；另有 ${already} 位会员当年的会费已生成`}
            </p>
            <ul className="fee-levels">
              {levels.map(level => (
                <li key={level.name}>
                  {level.name}：{level.count} 笔 × {formatYuan(level.fee)} 元
                </li>
              ))}
            </ul>
            <p>通知的送达：</p>
            <ReachSummary
              counts={reach}
              sms={false}
              mail
              load={(channel, pageNum) => browserApi('GET /staff/fee/raise/reach', { year, channel, pageNum })}
            >
              <p>
                都收不到的，生成后可以<Link to="/staff/letters">打印缴费通知书</Link>寄出。
              </p>
            </ReachSummary>
          </div>
        )}
      </States>
    </FormDialog>
  )
}

/** Takes back the fees of a year that were raised by mistake: what it cancels, whom it tells and what stays is said before. */
export function UnraiseFees({ close, changed }: { close: () => void; changed: () => void }) {
  const initial = { year: Number(dayOf(new Date()).slice(0, 4)) + 1 }
  const [year, setYear] = useState(initial.year)
  const ahead = useApi('GET /staff/fee/unraise', year >= 2000 && year <= 2100 ? { year } : null)
  const send = async ({ reason }: FormValues) => {
    const { count, told } = await browserApi('POST /staff/fee/unraise', {
      year,
      reason: String(reason ?? ''),
      expected: ahead.data!.count,
    })
    announce(`已撤销 ${count} 笔 ${year} 年度会费，作废通知随后发给 ${told} 个账号`)
    changed()
  }
  return (
    <FormDialog
      title="撤销年度会费"
      fields={[yearField, reasonField('会员会看到')]}
      initial={initial}
      onChange={values => setYear(Number(values.year))}
      action={`撤销 ${ahead.data?.count ?? 0} 笔`}
      danger
      disabled={!ahead.data?.count || ahead.loading}
      send={send}
      close={close}
      intro={<p>没有到账、没有提交凭证的全部作废，之后可以重新生成；已缴、已免、部分到账和有凭证的不变。</p>}
    >
      <States answer={ahead} lines={2}>
        {({ count, amount, kept, people }) => (
          <p role="status">
            <b>
              {count} 笔，共 {formatYuan(amount)} 元
            </b>
            ，作废通知发给 {people} 个账号{kept > 0 && `；另有 ${kept} 笔不变`}
          </p>
        )}
      </States>
    </FormDialog>
  )
}
