import { useRevalidator } from 'react-router'
import { screenLoader } from '#layouts/screenLoader.ts'
import { minute } from '#lib/dates.ts'
import { Facts } from '#ui/Facts.tsx'
import type { Route } from './+types/MySecurity'
import { MyPassword } from './MyPassword.tsx'
import { MyPhone } from './MyPhone.tsx'
import { MySessions } from './MySessions.tsx'
import './mySecurity.css'

export { mySecurity as handle } from '#modules/accounts/pages/screens.ts'

export const clientLoader = screenLoader(api => api('GET /member/account', {}))

/** How one signs in, from where one is signed in, and how to change either. */
export default function MySecurity({ loaderData }: Route.ComponentProps) {
  const { userName, kindName, phone, email, passwordChangedAt, lastSignedInAt } = loaderData
  const { revalidate } = useRevalidator()
  return (
    <>
      <section className="centre-card">
        <h2>账号</h2>
        <Facts
          facts={[
            ['用户名', `${userName}（${kindName}）`],
            ['手机号', phone ?? '未登记'],
            ['邮箱', email ?? '未登记'],
            ['密码修改于', minute(passwordChangedAt)],
            ['最近登录', lastSignedInAt ? minute(lastSignedInAt) : '首次登录'],
          ]}
        />
      </section>
      <MySessions />
      <MyPassword changed={revalidate} />
      <MyPhone phone={phone} changed={revalidate} />
    </>
  )
}
