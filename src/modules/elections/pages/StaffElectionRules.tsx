import { Link } from 'react-router'
import { useMay } from '#layouts/staff/staff.ts'
import { RecordsScreen } from '#modules/settings/pages/RecordsScreen.tsx'
import { recordsLoader } from '#modules/settings/pages/recordCalls.ts'
import { valuesOfRules } from '../ruleForm.ts'
import { defaultRules, ruleSentences } from '../rules.ts'
import type { Route } from './+types/StaffElectionRules'

export { staffElectionRules as handle } from './screens.ts'

export const clientLoader = recordsLoader('electionRule')

/** 选举办法: the rules by which each body is elected, as sentences. */
export default function StaffElectionRules({ loaderData }: Route.ComponentProps) {
  return (
    <RecordsScreen
      listed={loaderData}
      called="选举办法"
      mayChange={useMay('staff:elections')}
      title="选举办法"
      add="新增选举办法"
      blank={valuesOfRules(defaultRules)}
      about={
        <>
          请按章程和当地登记管理机关的规定设定；没有设定的机构按下面的常用办法。修改只对以后开始的选举有效。
          <Link to="/staff/elections">换届选举</Link>
          <ul>
            {ruleSentences(defaultRules).map(sentence => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </>
      }
      empty={{ title: '还没有自己的选举办法', children: '各机构现在都按上面的常用办法。' }}
      columns={[
        { name: '机构', cell: ({ name }) => name },
        {
          name: '办法',
          cell: ({ sentences }) => (
            <ul>
              {sentences.map(sentence => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          ),
        },
      ]}
    />
  )
}
