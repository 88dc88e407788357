import '#modules/training/courses/pages/staffCourses.css'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { Input } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { formatYuan, sumAmounts } from '#lib/money.ts'
import { WriteToChosen } from '#modules/messages/pages/WriteToChosen.tsx'
import { DESK } from '#modules/training/courses/pages/courseViews.ts'
import { registrationTone } from '#modules/training/enrolling/pages/registrationTone.ts'
import { enrolmentStatusNames } from '#modules/training/enrolmentStatus.ts'
import { Tag } from '#ui/Tag.tsx'
import { BulkDialog } from '#ui/table/BulkDialog.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import { useBulk } from '#ui/table/useBulk.ts'
import { useSelection } from '#ui/table/useSelection.ts'
import type { Route } from './+types/StaffRegistrations'
import { REGISTRATIONS, type RegistrationRow } from './deskViews.ts'

export { staffRegistrations as handle } from '#modules/training/pages/screens.ts'

export const clientLoader = listLoader(async (api, { query }) => {
  const { pageNum, pageSize, ...filter } = listQuery<Filters>(query, 'courseId', 'status', 'key')
  const [page, courses] = await Promise.all([
    api('GET /staff/training/registrations', { ...filter, pageNum, pageSize }),
    api('GET /staff/training/registrations/courses', {}),
  ])
  return { filter, page, courses }
})

const { draft: _, ...submitted } = enrolmentStatusNames
const STATUSES = [
  ...Object.entries(submitted).map(([code, name]) => ({ code, name })),
  { code: 'refundDue', name: '待退费' },
]

type Filters = Input<ApiContract['GET /staff/training/registrations/export']>

/** 报名: who has signed up for what, and how far each has got. */
export default function StaffRegistrations({ loaderData }: Route.ComponentProps) {
  const { filter } = loaderData
  const answer = useLoaded(loaderData.page)
  const courses = useLoaded(loaderData.courses)
  const mayConfirm = useMay('staff:finance')
  const mayRun = useMay('staff:training')
  const selection = useSelection<RegistrationRow>({
    rows: answer.data?.list ?? [],
    filters: filter,
    keyOf: ({ id }) => id,
    nameOf: ({ organisationName, number }) => `${organisationName} ${number}`,
    pageOf: asked => browserApi('GET /staff/training/registrations', { ...filter, ...asked }),
  })
  const [asking, ask] = useState<'submitted' | 'paid'>()
  const chosenIn = (state: 'submitted' | 'paid') => selection.rows.filter(({ status }) => status === state)
  const button = (state: 'submitted' | 'paid', name: string) => (
    <Button disabled={chosenIn(state).length === 0} onClick={() => ask(state)}>
      {name}（{chosenIn(state).length}）
    </Button>
  )
  return (
    <section className="desk-card">
      <h2>全部报名</h2>
      <DataTable<RegistrationRow>
        caption="报名"
        answer={answer}
        unit="份"
        empty={{ title: '还没有报名', children: <p>公布培训班以后，会员和访客的报名会出现在这里。</p> }}
        filters={[
          { name: 'key', label: '编号、单位、姓名或手机', kind: 'text' },
          {
            name: 'courseId',
            label: '培训班',
            options: (courses.data ?? []).map(({ id, title }) => ({ code: String(id), name: title })),
          },
          { name: 'status', label: '状态', options: STATUSES },
        ]}
        save={() => saveFile('GET /staff/training/registrations/export', filter)}
        selection={selection}
        actions={
          <>
            {mayRun && button('submitted', '通过所选')}
            {mayConfirm && button('paid', '确认所选到账')}
            {selection.keys.length > 0 && (
              <WriteToChosen register="registration" ids={selection.keys} sent={selection.clear} />
            )}
          </>
        }
        columns={[
          {
            name: '报名单位（个人）',
            cell: ({ id, organisationName, number, channelName }) => (
              <>
                <Link to={`${REGISTRATIONS}/${id}`}>{organisationName}</Link>
                <small>
                  {number} · {channelName}
                </small>
              </>
            ),
          },
          {
            name: '培训班',
            cell: ({ courseId, courseTitle }) =>
              mayRun ? <Link to={`${DESK}/${courseId}`}>{courseTitle}</Link> : courseTitle,
          },
          { name: '联系人', cell: ({ contactName }) => contactName || '—', nowrap: true },
          { name: '人数', isFigure: true, cell: ({ persons }) => persons },
          { name: '培训费（元）', isFigure: true, cell: ({ totalFee }) => formatYuan(totalFee) },
          {
            name: '状态',
            cell: ({ status, statusName, refundDue }) => (
              <>
                <Tag tone={registrationTone(status)}>{statusName}</Tag> {refundDue && <Tag tone="warn">待退费</Tag>}
              </>
            ),
          },
          { name: '提交', cell: ({ submitTime }) => minute(submitTime), nowrap: true },
        ]}
      />
      {asking && (
        <SettleRegistrations
          rows={chosenIn(asking)}
          state={asking}
          close={() => ask(undefined)}
          changed={() => {
            selection.clear()
            answer.reload()
          }}
        />
      )}
    </section>
  )
}

type Props = { rows: RegistrationRow[]; state: 'submitted' | 'paid'; close: () => void; changed: () => void }

/** Several that are passed, or whose money has come, at once: after saying how many and how much. */
function SettleRegistrations({ rows, state, close, changed }: Props) {
  const isPassing = state === 'submitted'
  const call = isPassing
    ? 'POST /staff/training/registration/passMany'
    : 'POST /staff/training/registration/paymentMany'
  const bulk = useBulk<RegistrationRow>({
    rows,
    idOf: ({ id }) => id,
    nameOf: ({ organisationName }) => organisationName,
    changed,
    send: some => browserApi(call, { items: some.map(({ id, version }) => ({ id, version: version ?? 1 })) }),
  })
  const action = isPassing ? '通过' : '确认到账'
  return (
    <BulkDialog title={`${action} ${bulk.of.length} 份报名`} unit="份" action={action} bulk={bulk} close={close}>
      共 {bulk.of.reduce((sum, { persons }) => sum + persons, 0)} 人，培训费{' '}
      {formatYuan(sumAmounts(bulk.of.map(({ totalFee }) => totalFee)))} 元。
      {isPassing ? '通过后通知报名人缴费；不收费的即报名成功。' : '请先与银行账户核对。'}
    </BulkDialog>
  )
}
