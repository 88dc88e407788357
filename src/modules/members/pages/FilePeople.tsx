import './companyFile.css'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useSubmit } from '#api/useApi.ts'
import { useMay } from '#layouts/staff/staff.ts'
import { minute } from '#lib/dates.ts'
import { formatPhone } from '#lib/form/phone.ts'
import { Facts } from '#ui/Facts.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { OrganisationFile } from './StaffOrganisation.tsx'

/** How the company itself is reached. */
const REACH = ['单位电话', '传真', '单位邮箱', '详细地址', '邮政编码']

/** Shows whom one calls at the company, and its accounts. Mobiles are masked until revealed. */
export function FilePeople({ file: { id, contacts, accounts, facts } }: { file: OrganisationFile }) {
  const mayOpen = useMay('staff:accounts')
  const { submit, busy, error } = useSubmit('POST /staff/organisation/reveal')
  const [shown, show] = useState<Record<string, string>>({})
  const reveal = async () => {
    const told = await submit({ id })
    if (told) show(Object.fromEntries(told.map(({ roleName, mobile }) => [roleName, mobile])))
  }
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>联系人与账号</h2>
        {contacts.some(({ mobile }) => mobile) && Object.keys(shown).length === 0 && (
          <Button loading={busy} onClick={() => void reveal()}>
            完整显示手机
          </Button>
        )}
      </div>
      <Problem>{error?.message}</Problem>
      <Facts
        facts={facts.filter(({ label }) => REACH.includes(label)).map(({ label, text }) => [label, text] as const)}
      />
      <ul className="file-rows" role="list" aria-live="polite">
        {contacts.map(({ roleName, name, position, mobile, email }) => (
          <li key={roleName}>
            <b>{roleName}</b>
            <span>{[name, position, email].filter(Boolean).join('　')}</span>
            <span>{formatPhone(shown[roleName] ?? mobile ?? '手机未登记')}</span>
          </li>
        ))}
        {accounts.map(one => (
          <li key={one.id}>
            <b>账号 {mayOpen ? <Link to={`/staff/accounts/${one.id}`}>{one.userName}</Link> : one.userName}</b>
            <span>
              {[one.phone, one.lastSignedInAt ? `最近登录 ${minute(one.lastSignedInAt)}` : '从未登录']
                .filter(Boolean)
                .join('　')}
            </span>
            <span>
              <Tag tone={one.status === 'active' ? 'good' : 'warn'}>{one.statusName}</Tag>
            </span>
          </li>
        ))}
      </ul>
      {contacts.length + accounts.length === 0 && <p>没有登记联系人，也没有账号。</p>}
    </section>
  )
}
