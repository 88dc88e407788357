import { useStaff } from '#layouts/staff/staff.ts'
import { provinceName } from '#lib/provinces.ts'
import { MySessions } from '#modules/accounts/own/pages/MySessions.tsx'
import { MyDeputies } from '../../deputies/pages/MyDeputies.tsx'
import { StaffPassword } from './StaffPassword.tsx'
import { StaffTotp } from './StaffTotp.tsx'

export { staffSecurity as handle } from '#modules/accounts/pages/screens.ts'

/** The own account: the second factor, the password, and where one is signed in. */
export default function StaffSecurity() {
  const { userName, displayName, roleNames, limited, mustEnrol } = useStaff()
  const limits = limited.flatMap(permission => permission.limits)
  const provinces = new Set(limits.flatMap(limit => limit.provinces ?? []).map(provinceName))
  const kinds = new Set(limits.flatMap(({ kindNames }) => kindNames ?? []))
  return (
    <>
      <section className="desk-card">
        <h2>
          {displayName}（{userName}）
        </h2>
        <p>
          角色：{roleNames.join('、') || '无'}
          {provinces.size > 0 && `。部分权限限于${[...provinces].join('、')}`}
          {kinds.size > 0 && `。部分权限只限于${[...kinds].join('；')}`}
          {limits.some(limit => limit.provinces?.length === 0) &&
            '。部分权限所限的分支机构现在没有服务的地区，看不到任何记录'}
          {mustEnrol && '。请先启用两步验证，然后才能使用其他功能。'}
        </p>
      </section>
      <StaffTotp />
      {!mustEnrol && (
        <>
          <MyDeputies />
          <MySessions of="staff" />
          <StaffPassword />
        </>
      )}
    </>
  )
}
