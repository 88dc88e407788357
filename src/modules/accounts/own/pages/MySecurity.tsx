import { useApi } from '#api/useApi.ts'
import { minute } from '#lib/dates.ts'
import { Facts } from '#ui/Facts.tsx'
import { States } from '#ui/States.tsx'
import { MyPassword } from './MyPassword.tsx'
import { MyPhone } from './MyPhone.tsx'
import { MySessions } from './MySessions.tsx'
import './mySecurity.css'

/** How one signs in, from where one is signed in, and how to change either. */
export default function MySecurity() {
  const account = useApi('GET /member/account', {})
  return (
    <States answer={account}>
      {({ userName, kindName, phone, email, passwordChangedAt, lastSignedInAt }) => (
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
          <MyPassword changed={account.reload} />
          <MyPhone phone={phone} changed={account.reload} />
        </>
      )}
    </States>
  )
}
