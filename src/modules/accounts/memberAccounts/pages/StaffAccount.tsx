import { Link, replace } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { type Api, pathId } from '#api/load.ts'
import { useOutcome } from '#api/useOutcome.ts'
import { useCalled } from '#layouts/called.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { isRefusal } from '#lib/error.ts'
import { SignIns } from '#modules/accounts/own/pages/SignIns.tsx'
import { Facts } from '#ui/Facts.tsx'
import { History } from '#ui/History.tsx'
import type { Route } from './+types/StaffAccount'
import { AccountActs } from './AccountActs.tsx'
import { AccountStateTag } from './AccountStateTag.tsx'

export { staffAccount as handle } from '#modules/accounts/pages/screens.ts'

export const clientLoader = screenLoader(async (api, { params }) => {
  const id = pathId(params.id)
  try {
    return await api('GET /staff/account/detail', { id })
  } catch (error) {
    if (isRefusal(error) && error.code === 404 && (await isColleague(api, id))) throw replace(`/staff/colleagues/${id}`)
    throw error
  }
})

/** The log leads to all accounts alike: whose of the staff it is, is on their own screen. */
const isColleague = (api: Api, id: number) =>
  api('GET /staff/colleague/detail', { id }).then(
    () => true,
    () => false,
  )

export type AccountDetail = Output<ApiContract['GET /staff/account/detail']>

/** One member's account: whose it is, where it is signed in, what was done to it and what may be. */
export default function StaffAccount({ loaderData: of }: Route.ComponentProps) {
  useCalled(of.displayName)
  const { said, done, reload } = useOutcome()
  return (
    <>
      <section className="desk-card">
        <h2>
          {of.displayName} <AccountStateTag status={of.status} name={of.statusName} />
        </h2>
        <p role="status">{said}</p>
        <AccountFacts of={of} />
        <AccountActs of={of} done={done} reload={reload} />
      </section>
      <SignIns userName={of.userName} sessions={of.sessions} />
      <section className="desk-card">
        <h2>办理历史</h2>
        {of.history.length === 0 && <p>没有办理过停用、重设等事项。</p>}
        <History events={of.history.map(({ actionName, ...event }) => ({ ...event, name: actionName }))} />
      </section>
    </>
  )
}

function AccountFacts({ of }: { of: AccountDetail }) {
  const mayOpen = useMay('staff:members')
  return (
    <Facts
      facts={[
        ['用户名', of.userName],
        ['类型', of.kindName],
        ['统一社会信用代码', of.claimedCode ? `${of.claimedCode}（待核实）` : of.creditCode],
        ['手机', of.phone ?? '未登记'],
        ['邮箱', of.email],
        ['注册于', minute(of.createdAt)],
        ['最近登录', of.lastSignedInAt ? minute(of.lastSignedInAt) : '从未'],
        ['密码', of.mustReset ? '已作废，等待本人通过“忘记密码”另设' : `${minute(of.passwordChangedAt)} 设置`],
        [
          '单位档案',
          mayOpen && of.organisationId && <Link to={`/staff/organisations/${of.organisationId}`}>打开单位档案</Link>,
        ],
        ['人员档案', mayOpen && of.personId && <Link to={`/staff/persons/${of.personId}`}>打开人员档案</Link>],
      ]}
    />
  )
}
