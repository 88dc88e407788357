import { useApi } from '#api/useApi.ts'
import { minute } from '#lib/dates.ts'
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
            <dl className="facts">
              <Fact name="用户名" value={`${userName}（${kindName}）`} />
              <Fact name="手机号" value={phone ?? '未登记'} />
              <Fact name="邮箱" value={email ?? '未登记'} />
              <Fact name="密码修改于" value={minute(passwordChangedAt)} />
              <Fact name="最近登录" value={lastSignedInAt ? minute(lastSignedInAt) : '首次登录'} />
            </dl>
          </section>
          <MySessions />
          <MyPassword changed={account.reload} />
          <MyPhone phone={phone} changed={account.reload} />
        </>
      )}
    </States>
  )
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)
