import { useApi } from '#api/useApi.ts'
import { minute } from '#lib/dates.ts'
import { States } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'

/** Shows the owner's confirmation and whether it still matches. Every file is hashed again on each view. */
export function StaffConfirmation({ id }: { id: number }) {
  const answer = useApi('GET /staff/review/confirmation', { id })
  return (
    <section className="desk-card case-aside">
      <h2>线上确认</h2>
      <States answer={answer} lines={3} empty={{ when: of => of === null, title: '没有线上确认' }}>
        {of =>
          of && (
            <>
              <p>
                <Tag tone={of.holds ? 'good' : 'bad'}>
                  {of.holds ? '已重新核对：与确认时完全相同' : '与确认时不同，请看下面标出的各项'}
                </Tag>
              </p>
              <dl className="facts">
                {[
                  ['确认人', `${of.by}，${minute(of.at)}`],
                  ['手机验证', `${of.phone}，网络地址 ${of.address}`],
                  ['声明', `${of.statement}（第 ${of.statementVersion} 版）`],
                ].map(([label, text]) => (
                  <div key={label}>
                    <dt>{label}</dt>
                    <dd>{text}</dd>
                  </div>
                ))}
                <div data-bad={!of.isDocumentSame || undefined}>
                  <dt>申请表</dt>
                  <dd>{of.isDocumentSame ? '与确认时相同' : '内容与确认时不同'}</dd>
                </div>
                {of.files.map(({ slotName, name, sha256, state, stateName }) => (
                  <div key={`${slotName} ${name} ${sha256}`} data-bad={state !== 'same' || undefined}>
                    <dt>{slotName}</dt>
                    <dd>
                      {name}：{stateName}
                    </dd>
                  </div>
                ))}
              </dl>
            </>
          )
        }
      </States>
    </section>
  )
}
