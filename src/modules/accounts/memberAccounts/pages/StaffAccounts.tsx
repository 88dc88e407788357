import { listLoader } from '#layouts/screenLoader.ts'
import { memberAccounts } from '#modules/accounts/pages/registers.ts'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { memberAccountFilters } from '../../memberAccountFilters.ts'
import type { Route } from './+types/StaffAccounts'
import { AccountStateTag } from './AccountStateTag.tsx'

export { staffAccounts as handle } from '#modules/accounts/pages/screens.ts'

export const clientLoader = listLoader(memberAccounts.load)

export default function StaffAccounts({ loaderData }: Route.ComponentProps) {
  return (
    <RegisterTable
      of={memberAccounts}
      loaded={loaderData}
      unit="个账号"
      filters={registerFilters(memberAccountFilters, {})}
      empty={{ title: '还没有会员账号', children: <p>单位或个人在网站注册后会列在这里。</p> }}
      cells={{
        statusName: ({ status, statusName }) => <AccountStateTag status={status} name={statusName} />,
      }}
    />
  )
}
