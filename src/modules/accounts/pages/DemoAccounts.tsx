import { DEMO_PASSWORD, demoNames } from '../demoNames.ts'

export const DemoAccounts = ({ staff }: { staff?: boolean }) => (
  <p className="demo-accounts">
    演示站点：可用 {demoNames[staff ? 'staff' : 'member'].join('、')} 登录，密码均为 <code>{DEMO_PASSWORD}</code>
  </p>
)
