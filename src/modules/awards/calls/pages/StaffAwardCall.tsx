import '#modules/awards/pages/staffAwards.css'
import { Alert, AutoComplete, Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { pathId } from '#api/load.ts'
import { toRefusal, useApi } from '#api/useApi.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import { useSections } from '#layouts/staff/useSections.ts'
import type { Output } from '#lib/contract.ts'
import { longDay } from '#lib/dates.ts'
import { reasonField } from '#lib/form/reasonField.ts'
import { type Act, Acts, defineAct } from '#ui/act/Acts.tsx'
import { Upload } from '#ui/file/Upload.tsx'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { Tag } from '#ui/Tag.tsx'
import { callSections } from '../callForm.ts'
import type { CallAct } from '../contract.ts'
import type { Route } from './+types/StaffAwardCall'
import { callTone } from './callTone.ts'
import { RuleCard } from './RuleCard.tsx'

export { staffAwardCall as handle } from '#modules/awards/pages/screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /staff/award/call/detail', { id: pathId(params.id) }),
)

export type CallDetail = Output<ApiContract['GET /staff/award/call/detail']>

export default function StaffAwardCall({ loaderData: of }: Route.ComponentProps) {
  useScreenName(of.title)
  const { cardOf, said, done, reload } = useSections((form, version = String(of.version)) =>
    browserApi('POST /staff/award/call/save', { id: of.id, version: Number(version), form }),
  )
  return (
    <>
      <Head of={of} said={said} reload={reload} />
      {callSections.map((section, i) => (
        <RuleCard key={section} of={of} {...cardOf(section)} hindrance={i >= FIRST_RULE_CARD ? of.rulesLocked : null}>
          {i === 0 && <CallPapers of={of} done={done} reload={reload} />}
        </RuleCard>
      ))}
    </>
  )
}

/** Index of the first card that edits rules. */
const FIRST_RULE_CARD = 2

type HeadProps = { of: CallDetail; said: string; reload: () => void }

function Head({ of, said, reload }: HeadProps) {
  return (
    <section className="desk-card">
      <h2>
        {of.title} <Tag tone={callTone(of)}>{of.statusName}</Tag>
      </h2>
      <p>
        {of.kindName} · {of.year} 年度 · {of.opensOn} 至 {of.closesOn}
        {of.changed && ` · ${of.changed.actorName} 于 ${of.changed.at} 修改过`}
      </p>
      <p className="award-figures">
        <Link to={`/staff/award-entries?callId=${of.id}`}>申报 {of.entries} 项</Link>
        <span>填写中 {of.drafts} 项</span>
        {of.byState
          .filter(({ status }) => status !== 'draft')
          .map(({ status, statusName, count }) => (
            <Link key={status} to={`/staff/award-entries?callId=${of.id}&status=${status}`}>
              {statusName} {count}
            </Link>
          ))}
      </p>
      {of.entries > 0 && of.byGroup.length > 0 && (
        <p className="award-figures">
          {of.byGroup.map(({ code, name, count }) => (
            <span key={code}>
              {name} {count}
            </span>
          ))}
        </p>
      )}
      {of.missing.length > 0 && (
        <div className="award-missing">
          <p>发布前还须：</p>
          <ul>
            {of.missing.map(text => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      )}
      <CallActs of={of} reload={reload} />
      <p role="status">{said}</p>
    </section>
  )
}

const reason = reasonField('正在填写申报书的账号会看到', { max: 300 })
const act = defineAct<CallDetail>()
const seen = ({ id, version }: CallDetail) => ({ id, version })

const acts: Record<CallAct, Act<CallDetail>> = {
  publish: act({
    name: '发布',
    isMain: true,
    isBlocked: of => of.missing.length > 0,
    confirm: of =>
      `会员中心将列出这份通知，${longDay(of.opensOn)}起可以申报，到 ${longDay(of.closesOn)} 24 时（北京时间）自动截止。`,
    call: 'POST /staff/award/call/publish',
    input: seen,
    done: '已发布',
  }),
  prolong: act({
    name: '延长申报',
    confirm: of => `现在的截止日期是 ${longDay(of.closesOn)}，正在填写的 ${of.drafts} 项会收到消息。`,
    fields: [{ name: 'closesOn', label: '新的截止日期', section: '', kind: 'day', required: true }, reason],
    call: 'POST /staff/award/call/prolong',
    input: (of, { closesOn, reason }) => ({
      ...seen(of),
      closesOn: String(closesOn ?? ''),
      reason: String(reason ?? ''),
    }),
    done: '已延长，并已告知正在填写的账号',
  }),
  close: act({
    name: '提前截止',
    isDanger: true,
    confirm: of => `立即不再接受新的申报，正在填写的 ${of.drafts} 项不能再提交；被退回的仍可补正。`,
    fields: [reason],
    call: 'POST /staff/award/call/close',
    input: (of, { reason }) => ({ ...seen(of), reason: String(reason ?? '') }),
    done: '申报已截止',
  }),
  withdraw: act({
    name: '撤下',
    confirm: '还没有人申报。撤下后恢复为草稿，会员中心不再列出。',
    call: 'POST /staff/award/call/withdraw',
    input: seen,
    done: '已撤下',
  }),
  remove: act({
    name: '删除草稿',
    isDanger: true,
    confirm: '删除后不能恢复。',
    call: 'POST /staff/award/call/remove',
    input: seen,
    done: '',
  }),
}

function CallActs({ of, reload }: { of: CallDetail; reload: () => void }) {
  const navigate = useNavigate()
  return (
    <Acts
      acts={acts}
      possible={of.canDo}
      of={of}
      called={of.title}
      reload={reload}
      after={{ remove: () => void navigate('/staff/award-calls') }}
    >
      {of.entries > 0 && (
        <SaveButton save={() => saveFile('GET /staff/award/entry/materials', { callId: of.id })}>
          下载全部材料
        </SaveButton>
      )}
    </Acts>
  )
}

type CallPapersProps = { of: CallDetail; done: (words: string) => void; reload: () => void }
type Changed = { articleId?: number | null; templateId?: number | null }

/** The article that announces a call, picked by its title, and the form as a file. */
function CallPapers({ of, done, reload }: CallPapersProps) {
  const [problem, setProblem] = useState('')
  const save = async (changed: Changed, words: string) => {
    try {
      await browserApi('POST /staff/award/call/save', { id: of.id, version: of.version, ...changed })
      setProblem('')
      done(words)
    } catch (error) {
      setProblem(toRefusal(error).message)
      reload()
    }
  }
  return (
    <div className="call-papers">
      <div>
        <h3>通知文章</h3>
        {of.article ? (
          <p>
            <Link to={`/admin/news/detail/${of.article.id}`}>{of.article.title}</Link>{' '}
            <Button type="link" onClick={() => void save({ articleId: null }, '已去掉通知文章')}>
              换一篇
            </Button>
          </p>
        ) : (
          <PickArticle pick={id => void save({ articleId: id }, '已选定通知文章')} />
        )}
      </div>
      <div>
        <h3>申报书样式</h3>
        <Upload
          use="document"
          label="申报书样式"
          value={of.template ? [of.template] : []}
          onChange={files => void save({ templateId: files[0]?.id ?? null }, '申报书样式已保存')}
        />
      </div>
      {problem && <Alert role="alert" type="warning" showIcon title={problem} />}
    </div>
  )
}

function PickArticle({ pick }: { pick: (id: number) => void }) {
  const [key, setKey] = useState('')
  const found = useApi('GET /staff/award/call/articles', { key })
  return (
    <AutoComplete
      className="pick-article"
      value={key}
      onChange={setKey}
      onSelect={(_, { id }) => pick(id)}
      options={(found.data ?? []).map(({ id, title, publishedOn }) => ({
        id,
        value: title,
        key: id,
        label: `${title}（${publishedOn}）`,
      }))}
      placeholder="输入标题中的字，从已发布的文章中选择"
      aria-label="通知文章"
    />
  )
}
