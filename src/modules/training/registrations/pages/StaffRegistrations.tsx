import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { useMay } from '#layouts/staff/staff.ts'
import { formatYuan, sumAmounts } from '#lib/money.ts'
import { WriteToChosen } from '#modules/messages/pages/WriteToChosen.tsx'
import { DESK } from '#modules/training/courses/pages/courseViews.ts'
import { registrationTone } from '#modules/training/enrolling/pages/registrationTone.ts'
import { registrations } from '#modules/training/pages/registers.ts'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { Tag } from '#ui/Tag.tsx'
import { BulkDialog } from '#ui/table/BulkDialog.tsx'
import { useBulk } from '#ui/table/useBulk.ts'
import { registrationFilters } from '../../registrationFilters.ts'
import type { Route } from './+types/StaffRegistrations'
import type { RegistrationRow } from './deskViews.ts'

export { staffRegistrations as handle } from '#modules/training/pages/screens.ts'

export const clientLoader = listLoader(async (api, address) => {
  const [list, courses] = await Promise.all([
    registrations.load(api, address),
    api('GET /staff/training/registrations/courses', {}),
  ])
  return { ...list, courses }
})

/** 报名: who has signed up for what, and how far each has got. */
export default function StaffRegistrations({ loaderData: list }: Route.ComponentProps) {
  const mayRun = useMay('staff:training')
  return (
    <RegisterTable
      of={registrations}
      loaded={list}
      unit="份"
      filters={registerFilters(registrationFilters, {
        courseId: list.courses.map(({ id, title }) => ({ code: String(id), name: title })),
      })}
      acts={(rows, done) => (
        <>
          <BulkSettling rows={rows} done={done} />
          <WriteToChosen register="registration" ids={rows.map(({ id }) => id)} sent={done} />
        </>
      )}
      empty={{ title: '还没有报名', children: <p>公布培训班以后，会员和访客的报名会出现在这里。</p> }}
      cells={{
        courseTitle: ({ courseId, courseTitle }) =>
          mayRun ? <Link to={`${DESK}/${courseId}`}>{courseTitle}</Link> : courseTitle,
        totalFee: ({ totalFee }) => formatYuan(totalFee),
        statusName: ({ status, statusName, refundDue }) => (
          <>
            <Tag tone={registrationTone(status)}>{statusName}</Tag> {refundDue && <Tag tone="warn">待退费</Tag>}
          </>
        ),
      }}
    />
  )
}

type Settled = 'submitted' | 'paid'

/** Passes those that wait for review, and confirms the money of those that have paid. */
function BulkSettling({ rows, done }: { rows: RegistrationRow[]; done: () => void }) {
  const mayConfirm = useMay('staff:finance')
  const mayRun = useMay('staff:training')
  const [asking, ask] = useState<Settled>()
  const chosenIn = (state: Settled) => rows.filter(({ status }) => status === state)
  const button = (state: Settled, name: string) => (
    <Button disabled={chosenIn(state).length === 0} onClick={() => ask(state)}>
      {name}（{chosenIn(state).length}）
    </Button>
  )
  return (
    <>
      {mayRun && button('submitted', '通过所选')}
      {mayConfirm && button('paid', '确认所选到账')}
      {asking && (
        <SettleRegistrations
          rows={chosenIn(asking)}
          state={asking}
          close={wasDone => {
            ask(undefined)
            if (wasDone) done()
          }}
        />
      )}
    </>
  )
}

type Props = { rows: RegistrationRow[]; state: Settled; close: (wasDone: boolean) => void }

/** Several that are passed, or whose money has come, at once: after saying how many and how much. */
function SettleRegistrations({ rows, state, close }: Props) {
  const isPassing = state === 'submitted'
  const call = isPassing
    ? 'POST /staff/training/registration/passMany'
    : 'POST /staff/training/registration/paymentMany'
  const bulk = useBulk<RegistrationRow>({
    rows,
    idOf: ({ id }) => id,
    nameOf: ({ organisationName }) => organisationName,
    changed: () => {},
    send: some => browserApi(call, { items: some.map(({ id, version }) => ({ id, version: version ?? 1 })) }),
  })
  const action = isPassing ? '通过' : '确认到账'
  return (
    <BulkDialog
      title={`${action} ${bulk.of.length} 份报名`}
      unit="份"
      action={action}
      bulk={bulk}
      close={() => close(bulk.results !== undefined)}
    >
      共 {bulk.of.reduce((sum, { persons }) => sum + persons, 0)} 人，培训费{' '}
      {formatYuan(sumAmounts(bulk.of.map(({ totalFee }) => totalFee)))} 元。
      {isPassing ? '通过后通知报名人缴费；不收费的即报名成功。' : '请先与银行账户核对。'}
    </BulkDialog>
  )
}
