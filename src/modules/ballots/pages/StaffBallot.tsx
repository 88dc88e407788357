import './vote.css'
import { Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useRevalidator } from 'react-router'
import { saveFile } from '#api/file.ts'
import { pathId } from '#api/load.ts'
import { useSubmit } from '#api/useApi.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import { minute } from '#lib/dates.ts'
import { reasonField } from '#lib/form/reasonField.ts'
import { shareWords } from '#lib/share.ts'
import { ActButton, Acts, defineAct } from '#ui/act/Acts.tsx'
import { Facts } from '#ui/Facts.tsx'
import { DownloadButton } from '#ui/file/DownloadButton.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { StateTag } from '#ui/Tag.tsx'
import { meansNames, secrecyNames } from '../ballotWords.ts'
import type { Route } from './+types/StaffBallot'
import { BallotForm } from './BallotForm.tsx'
import { type BallotDetail, ballotActs, possibleActs } from './ballotActs.tsx'
import { ruleWords, totalUnits } from './ballotTexts.ts'
import { ballotTones } from './ballotTones.ts'
import { GroupNames } from './GroupNames.tsx'
import { PaperCountForm } from './PaperCountForm.tsx'
import { ResultTable } from './ResultTable.tsx'
import { RollForm } from './RollForm.tsx'
import { TellersSetup } from './TellersSetup.tsx'

export { staffBallot as handle } from './screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /staff/ballot/detail', { id: pathId(params.id) }),
)

/** One ballot: what is asked, who may vote and who did, the tellers, the count. What somebody voted is nowhere. */
export default function StaffBallot({ loaderData: of }: Route.ComponentProps) {
  useScreenName(of.title)
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const [isEditing, edit] = useState(false)
  const reload = () => void revalidate()
  if (isEditing)
    return (
      <BallotForm
        of={of}
        done={() => {
          edit(false)
          reload()
        }}
        cancel={() => edit(false)}
      />
    )
  const isDraft = of.state === 'draft'
  return (
    <>
      <section className="desk-card">
        <div className="desk-card-head">
          <h2>{of.title}</h2>
          <StateTag of={of} tones={ballotTones} />
        </div>
        <Facts
          facts={[
            ['方式', secrecyNames[of.secrecy]],
            ['参加', of.means.map(one => meansNames[one]).join('、')],
            ['时间', `${minute(of.opensAt)} 至 ${minute(of.closesAt)}`],
            ...of.extensions.map(({ from, to, reason }, i): [string, string] => [
              `第 ${i + 1} 次延长`,
              `${minute(from)} 改为 ${minute(to)}：${reason}`,
            ]),
            ['验证码', of.asksCode ? '投票前验证登记的手机或绑定的微信' : '不用'],
            ['结果', of.isPublic ? '任何人可以看' : '只给投票人看'],
            ['参加的须达到', of.quorum && `全体票数的${shareWords(of.quorum)}`],
            ['用于', of.useName && (of.useRoute ? <Link to={of.useRoute}>{of.useName}</Link> : of.useName)],
            ['作废', of.voidReason],
            ['公开的页面', of.isPublic && !isDraft && <a href={`/vote/${of.key}`}>{`/vote/${of.key}`}</a>],
          ]}
        />
        {of.explanation && <p className="vote-explanation">{of.explanation}</p>}
        <Acts
          acts={ballotActs}
          possible={possibleActs(of)}
          of={of}
          called={of.title}
          reload={reload}
          after={{ remove: () => navigate('/staff/ballots') }}
        >
          {isDraft && <Button onClick={() => edit(true)}>修改</Button>}
        </Acts>
      </section>
      <section className="desk-card">
        <h2>问题</h2>
        <ol>
          {of.questions.map(question => (
            <li key={question.id}>
              <strong>{question.title}</strong>　{ruleWords(question)}
              {question.options.length > 0 && <p>{question.options.map(({ name }) => name).join('、')}</p>}
            </li>
          ))}
        </ol>
      </section>
      <Roll of={of} reload={reload} />
      {of.secrecy === 'secret' && of.means.includes('online') && <Tellers of={of} reload={reload} />}
      {of.means.includes('paper') && of.paperTellers.length > 0 && (
        <section className="desk-card">
          <h2>纸质选票的计票员</h2>
          <p>
            请会员担任：{of.paperTellers.map(({ name, userName }) => `${name}（${userName}）`).join('、')}
            。同事也可以计数。
          </p>
        </section>
      )}
      {of.state === 'closed' && of.means.includes('paper') && <PaperCount of={of} reload={reload} />}
      {of.state === 'closed' && (of.secrecy === 'named' || !of.means.includes('online')) && (
        <CountHere of={of} reload={reload} />
      )}
      {of.result && (
        <section className="desk-card">
          <div className="desk-card-head">
            <h2>结果</h2>
            <SaveButton save={() => saveFile('GET /staff/ballot/file', { id: of.id })}>下载公布文件</SaveButton>
          </div>
          <ResultTable questions={of.questions} result={of.result} roll={of.roll} />
          <p>
            任何人可用 <a href="/recount.mjs">独立核对脚本</a> 由公布文件重新计票。
          </p>
        </section>
      )}
    </>
  )
}

function PaperCount({ of, reload }: PartProps) {
  const sending = useSubmit('POST /staff/ballot/paperCount')
  return (
    <>
      <PaperCountForm of={{ ...of, paperUnits: of.roll.paperUnits }} sending={sending} reload={reload} />
      {of.paperCounts.length > 0 && (
        <section className="desk-card">
          <h2>换计票员</h2>
          <p>已填写的计票员不能再来核对的，撤下其计数，由另一个人重新填写。</p>
          <p className="form-actions">
            {of.paperCounts.map(({ id, tellerName }) => (
              <ActButton
                key={id}
                act={discardCount}
                of={{ ballotId: of.id, countId: id, tellerName }}
                called={tellerName}
                reload={reload}
              />
            ))}
          </p>
        </section>
      )}
    </>
  )
}

const discardCount = defineAct<{ ballotId: number; countId: number; tellerName: string }>()({
  name: '撤下计数',
  isDanger: true,
  confirm: ({ tellerName }) =>
    `${tellerName}填写的计数不再有效，数字留在审计日志；另一个人可以重新填写。须由另一位同事同意。`,
  fields: [reasonField('记入审计日志')],
  call: 'POST /staff/ballot/discardCount',
  input: ({ ballotId, countId }, { reason }) => ({ id: ballotId, countId, reason: String(reason ?? '') }),
  done: '已撤下',
})

type PartProps = { of: BallotDetail; reload: () => void }

function Roll({ of, reload }: PartProps) {
  const [isWriting, write] = useState(false)
  const { roll, state, received, secrecy, means } = of
  const isSecret = secrecy === 'secret'
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>投票人</h2>
        <span className="form-actions">
          {state === 'draft' && <Button onClick={() => write(true)}>填写名单</Button>}
          {of.letters > 0 && (
            <DownloadButton from="GET /staff/ballot/lettersFile" input={{ id: of.id }}>
              打印口令信（{of.letters} 封）
            </DownloadButton>
          )}
          {roll.voters > 0 && <Link to={`/staff/ballots/${of.id}/voters`}>名单和参加情况</Link>}
        </span>
      </div>
      {roll.voters === 0 ? (
        <p>还没有名单。</p>
      ) : (
        <Facts
          facts={[
            ['名单', `${roll.voters} 人${totalUnits(roll)}${roll.struck > 0 ? `，另剔除 ${roll.struck} 人` : ''}`],
            [
              '收不到口令的',
              roll.unreachable > 0 && `${roll.unreachable} 人，没有手机也没有账号；在名单中给他们口令信或纸质选票`,
            ],
            ['网上参加', state !== 'draft' && means.includes('online') && `${roll.online} 人`],
            ['纸质参加', state !== 'draft' && means.includes('paper') && `${roll.paper} 人`],
            [
              '收到的选票',
              state !== 'draft' &&
                means.includes('online') &&
                `${received} 张${isSecret && received < roll.onlineUnits ? `；领取投票权还没有投出的 ${roll.onlineUnits - received} 票` : ''}`,
            ],
          ]}
        />
      )}
      {isWriting && <RollForm of={of} reload={reload} close={() => write(false)} />}
    </section>
  )
}

function Tellers({ of, reload }: PartProps) {
  const [isSetting, setUp] = useState(false)
  const isLasting = of.state === 'open' || of.state === 'closed'
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>计票员</h2>
        {of.state === 'draft' && (
          <Button onClick={() => setUp(true)}>{of.tellersKey ? '重新设定' : '设计票员和密钥'}</Button>
        )}
      </div>
      {of.tellersKey ? (
        <p>
          {of.tellers.join('、')}，其中 {of.threshold}{' '}
          人一起可以开票。密钥份额只在他们手里，系统没有保存，丢了不能补发。
          {isLasting &&
            `有人丢失份额的：最多可以丢 ${of.tellers.length - of.threshold!} 份；丢得更多，选票就永远打不开，请作废这次投票，重新设计票员后另行投票。`}
          {of.state === 'draft' && '有人丢失份额的，现在还可以重新设定，原来的份额随之作废。'}
        </p>
      ) : (
        <p>开始投票以前，须设计票员：选票密封给他们的公钥，截止以后由其中几人一起打开。</p>
      )}
      {of.state === 'closed' && (
        <p>
          <Link to={`/staff/ballots/${of.id}/opening`}>开票：计票员一起打开选票</Link>
        </p>
      )}
      {isSetting && <TellersSetup of={of} reload={reload} close={() => setUp(false)} />}
    </section>
  )
}

/** Counts what needs no opening: votes by name, and paper alone. */
function CountHere({ of, reload }: PartProps) {
  const [groups, setGroups] = useState({})
  const { submit, busy, error } = useSubmit('POST /staff/ballot/count')
  const count = async () => {
    if (await submit({ id: of.id, version: of.version, groups })) reload()
  }
  return (
    <section className="desk-card">
      <h2>计票</h2>
      <GroupNames questions={of.questions} names={of.writtenIn} groups={groups} onChange={setGroups} />
      <Problem>{error?.message}</Problem>
      <p>计票以后结果和公布文件立即可以看到，不能修改。</p>
      <Button type="primary" loading={busy} onClick={() => void count()}>
        计票并公布
      </Button>
    </section>
  )
}
