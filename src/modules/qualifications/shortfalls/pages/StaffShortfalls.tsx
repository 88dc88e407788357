import { Tabs } from 'antd'
import { useSearchParams } from 'react-router'
import { AnnualOverdue } from './AnnualOverdue.tsx'
import { Shortfalls } from './Shortfalls.tsx'

export { staffShortfalls as handle } from '#modules/qualifications/pages/screens.ts'

/** 条件预警: certificates that stand on less than they were given for, and those whose annual report is missing. */
export default function StaffShortfalls() {
  const [query, setQuery] = useSearchParams()
  return (
    <Tabs
      activeKey={query.get('tab') ?? 'shortfalls'}
      onChange={tab => setQuery(tab === 'shortfalls' ? {} : { tab })}
      destroyOnHidden
      items={[
        { key: 'shortfalls', label: '条件不足', children: <Shortfalls /> },
        { key: 'annual', label: '年审逾期', children: <AnnualOverdue /> },
      ]}
    />
  )
}
