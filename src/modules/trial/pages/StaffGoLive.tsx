import { Alert, Button, Checkbox, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { Link, useNavigate, useRouteLoaderData } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { toRefusal, useSubmit } from '#api/useApi.ts'
import { useRevalidate } from '#api/useRevalidate.ts'
import type { SiteConfig } from '#layouts/head.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { typedKeys } from '#lib/keys.ts'
import { Acts, defineAct } from '#ui/act/Acts.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { Loading } from '#ui/States.tsx'
import { Table } from '#ui/table/Table.tsx'
import { staffEntered } from '../staffEntered.ts'
import type { Route } from './+types/StaffGoLive'
import './goLive.css'

export { staffGoLive as handle } from './screens.ts'

const usual = typedKeys(staffEntered).filter(code => staffEntered[code].isRemoved)

/** `clear`: registers entered by hand that go, as the address says; nothing said: the usual ones. */
export const clientLoader = screenLoader((api, { query }) =>
  api('GET /staff/go-live', { removed: query.get('clear') ?? usual.join(',') }),
)

type Loaded = Output<ApiContract['GET /staff/go-live']>
type Count = Loaded['removed'][number]
type Side = 'removed' | 'kept'

const POLL_INTERVAL_MS = 2_000

/** 正式上线: what is still missing, what goes, what stays; and the way it goes once it was ordered. */
export default function StaffGoLive({ loaderData: loaded }: Route.ComponentProps) {
  if (loaded.state === 'live') return <Live of={loaded.live} />
  return loaded.state === 'ordered' ? <Ordered loaded={loaded} /> : <Trial loaded={loaded} />
}

function Live({ of }: { of: Loaded['live'] }) {
  const config = useRouteLoaderData<SiteConfig>('root')
  useEffect(() => {
    // The frame keeps what it has read of the site, the banner included.
    if (config?.trial) location.reload()
  }, [config?.trial])
  return (
    <section className="desk-card">
      <h2>已经正式上线</h2>
      {of ? (
        <>
          <p>
            {minute(of.at)} 由 {of.by} 正式上线，试用记录已清除，不能再来一次。清除了什么，见
            <Link to="/staff/audit?action=site.goLive">审计日志</Link>。
          </p>
          <p>
            上线之前的备份：{of.backup}（<Link to="/staff/backups">备份</Link>
            ）。要退回试用时的样子，请运维人员停止程序后用 hangxie restore 恢复它；上线以后办理的事随之丢失。
          </p>
        </>
      ) : (
        <p>本站没有经过试用：载入的是演示数据，或在有试用以前就已使用。</p>
      )}
    </section>
  )
}

function Ordered({ loaded: { order } }: { loaded: Loaded }) {
  const revalidate = useRevalidate()
  const cancel = useSubmit('POST /staff/go-live/cancel')
  useEffect(() => {
    const timer = setInterval(revalidate, POLL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [revalidate])
  return (
    <section className="desk-card">
      <h2>正在正式上线</h2>
      <p role="status">{order!.progress || '一分钟内开始'}…</p>
      <p>
        {minute(order!.at)} 由 {order!.by} 提出。先备份，再清除试用记录；这期间全站只能查看，不能提交或修改。
      </p>
      <Button loading={cancel.busy} onClick={async () => (await cancel.submit({})) && revalidate()}>
        取消，继续试用
      </Button>
      <Problem>{cancel.error?.message}</Problem>
    </section>
  )
}

const acts = {
  goLive: defineAct<Loaded>()({
    name: '正式上线',
    isDanger: true,
    call: 'POST /staff/go-live',
    fields: ({ associationName }) => [
      {
        name: 'name',
        label: '协会全称',
        section: '',
        kind: 'text',
        max: 100,
        required: true,
        hint: `请输入“${associationName}”，以免误按`,
      },
    ],
    confirm: ({ removed }) => (
      <>
        <p>一分钟内开始：先自动备份，再清除试用记录。清除以后，只有恢复那个备份才能找回。</p>
        <p>清除：{sentenceOf(removed)}。</p>
        <p>试用中没有发出的消息一并清除，以后也不会发出。所有会员账号须重新注册。</p>
      </>
    ),
    input: ({ choices }, { name }) => ({
      name: String(name ?? ''),
      removed: choices.filter(({ isRemoved }) => isRemoved).map(({ code }) => code),
    }),
    done: '已提出，一分钟内开始',
  }),
}

const sentenceOf = (list: readonly Count[]) =>
  list.map(({ name, count }) => `${name} ${count}`).join('、') || '没有记录'

function Trial({ loaded }: { loaded: Loaded }) {
  const { missing, choices, removed, kept, obstacles, failed } = loaded
  const revalidate = useRevalidate()
  const navigate = useNavigate()
  const codes = choices.filter(({ isRemoved }) => isRemoved).map(({ code }) => code)
  const choose = (code: string, isRemoved: boolean) =>
    navigate(`?clear=${isRemoved ? [...codes, code].join(',') : codes.filter(one => one !== code).join(',')}`, {
      replace: true,
      preventScrollReset: true,
    })
  return (
    <>
      {failed && <Alert type="error" showIcon title={`上一次没有上线：${failed}`} />}
      <section className="desk-card">
        <h2>试用中</h2>
        <p>
          短信、邮件和微信消息不外发，只有登录、注册等的验证码照发；站内消息照常。搜索引擎不收录。打印的证书、函件带“试用样本”字样。
        </p>
        {missing.length > 0 && (
          <>
            <p>建站清单里还差这些，可以先上线，但上线以后就会缺：</p>
            <ul>
              {missing.map(({ name, lacks, route }) => (
                <li key={name}>
                  {route ? <Link to={route}>{name}</Link> : name}：{lacks}
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
      <section className="desk-card">
        <h2>上线时清除什么</h2>
        <p>办事留下的全部清除，点开数字可以看到是哪些：</p>
        <Counts counts={removed} side="removed" codes={codes} />
        <p>工作人员录入的，哪些是试的、也要清除：</p>
        <p className="go-live-choices">
          {choices.map(({ code, name, isRemoved }) => (
            <Checkbox key={code} checked={isRemoved} onChange={({ target }) => void choose(code, target.checked)}>
              清除{name}
            </Checkbox>
          ))}
        </p>
      </section>
      <section className="desk-card">
        <h2>留下什么</h2>
        <p>
          全部设置、配置包带来的记录、级别、种类、栏目、文章、工作人员、角色，和导入的登记；对留下的登记所做的修改也留下。审计日志全部留下。
        </p>
        <Counts counts={kept} side="kept" codes={codes} />
        <p>
          申请、会员、证书、收据、函件等的编号从 1
          开始；留下的会员和证书已有编号的，接在其后。清除的附件三十天内由系统删除。
        </p>
      </section>
      <section className="desk-card">
        <h2>正式上线</h2>
        {obstacles.map(({ text, route }) => (
          <Alert key={text} type="warning" showIcon title={route ? <Link to={route}>{text}</Link> : text} />
        ))}
        <p>须再次输入密码；有另一位可以复核的管理员时，由其在“双人复核”同意后进行。</p>
        <Acts
          acts={{ goLive: { ...acts.goLive, isBlocked: () => obstacles.length > 0 } }}
          possible={['goLive']}
          of={loaded}
          reload={revalidate}
        />
      </section>
    </>
  )
}

type CountsProps = { counts: readonly Count[]; side: Side; codes: readonly string[] }

function Counts({ counts, side, codes }: CountsProps) {
  const [open, setOpen] = useState<Count>()
  if (counts.length === 0) return <p>没有记录。</p>
  return (
    <>
      <ul className="go-live-counts">
        {counts.map(kind => (
          <li key={kind.code}>
            {kind.name}{' '}
            <Button size="small" onClick={() => setOpen(kind)}>
              {kind.count}
              <span className="hidden-text">，查看是哪些</span>
            </Button>
          </li>
        ))}
      </ul>
      {open && <Rows of={open} side={side} removed={codes.join(',')} close={() => setOpen(undefined)} />}
    </>
  )
}

type RowsProps = { of: Count; side: Side; removed: string; close: () => void }

function Rows({ of: { code, name }, side, removed, close }: RowsProps) {
  const [pageNum, setPageNum] = useState(1)
  const [page, setPage] = useState<Output<ApiContract['GET /staff/go-live/list']>>()
  const [problem, setProblem] = useState('')
  useEffect(() => {
    let current = true
    browserApi('GET /staff/go-live/list', { code, side, removed, pageNum }).then(
      answer => current && setPage(answer),
      error => current && setProblem(toRefusal(error).message),
    )
    return () => {
      current = false
    }
  }, [code, side, removed, pageNum])
  return (
    <Modal title={`${side === 'removed' ? '清除' : '留下'}的${name}`} open onCancel={close} footer={null}>
      <Problem>{problem}</Problem>
      {page ? (
        <>
          <Table
            caption={name}
            rows={page.list}
            columns={[{ name: '名称', cell: ({ title, route }) => (route ? <Link to={route}>{title}</Link> : title) }]}
          />
          <p className="form-actions">
            <Button disabled={pageNum === 1} onClick={() => setPageNum(pageNum - 1)}>
              上一页
            </Button>
            <Button disabled={pageNum >= page.pages} onClick={() => setPageNum(pageNum + 1)}>
              下一页
            </Button>
            共 {page.total} 条，第 {pageNum} / {Math.max(1, page.pages)} 页
          </p>
        </>
      ) : (
        !problem && <Loading lines={4} />
      )}
    </Modal>
  )
}
