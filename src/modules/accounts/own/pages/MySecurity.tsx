import { Link, useRevalidator, useRouteLoaderData } from 'react-router'
import type { SiteConfig } from '#layouts/head.ts'
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
  const { wechat } = useRouteLoaderData<SiteConfig>('root')!
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
      {wechat && (
        <section className="centre-card">
          <h2>微信</h2>
          <p>绑定微信后，可以扫码登录，也可以在微信里收到消息。</p>
          <Link className="button" to="/admin/user/security/wechat">
            绑定微信
          </Link>
        </section>
      )}
      <MySessions />
      <MyPassword changed={revalidate} />
      <MyPhone phone={phone} changed={revalidate} />
    </>
  )
}
