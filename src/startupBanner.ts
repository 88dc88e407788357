import type { Services } from '#lib/server/api/context.ts'
import { isMissing, readSetupSteps } from '#lib/server/oversight/setupSteps.ts'
import { hasStaff, makeEntryLink } from '#modules/accounts/colleagues/server/entryLinks.ts'
import { demoAccountList } from '#modules/accounts/demoAccounts.ts'
import { DEMO_PASSWORD } from '#modules/accounts/demoNames.ts'
import { openDemoAccounts } from '#modules/accounts/server/openDemo/openDemo.ts'
import { isDemo } from '#modules/settings/server/settings.ts'

type Say = (line: string) => void

/**
 * Prints on the terminal where the site is and how to sign in. A lost database connection here does not end the site.
 */
export async function printStartupBanner(services: Services, say: Say) {
  const { publicUrl } = services.config
  say(`\n行协已启动：${publicUrl}/\n接口文档：${publicUrl}/api/docs`)
  await printHowToSignIn(services, say).catch(() =>
    say('\n数据库暂时没有应答，网站仍在运行。需要管理员账号时请运行 hangxie admin create。'),
  )
}

async function printHowToSignIn(services: Services, say: Say) {
  const { publicUrl } = services.config
  if (!(await isDemo(services))) return printFirstAdminLink(services, say)
  const names = (staff: boolean) =>
    demoAccountList.flatMap(({ kind, userName }) => ((kind === 'staff') === staff ? userName : [])).join('、')
  say(`\n当前为演示数据。演示账号（密码均为 ${DEMO_PASSWORD}）：`)
  say(`  会员    ${names(false)}\n  工作人员  ${names(true)}（后台 ${publicUrl}/staff）`)
  if (services.config.host === undefined && (await openDemoAccounts(services)).length > 0)
    say('演示账号的密码是公开的，因此只有本机可以访问；要让别的电脑访问，请设置 HOST=0.0.0.0。')
}

/** Prints a link that only this terminal shows; whoever installs the site becomes its first administrator by it. */
async function printFirstAdminLink(services: Services, say: Say) {
  if (await hasStaff(services)) return printMissingSetup(services, say)
  const link = await makeEntryLink({ ...services, now: new Date() }, { purpose: 'first' })
  say(`\n还没有管理员。请在 24 小时内打开这个一次性链接，设立第一位管理员：\n  ${link}`)
}

/** Prints the missing steps without which the site cannot go live, as the set-up list of the back office has them. */
async function printMissingSetup(services: Services, say: Say) {
  const missing = (await readSetupSteps(services)).filter(isMissing)
  if (missing.length === 0) return
  const names = missing.map(({ name }) => name).join('、')
  say(`\n上线之前还差 ${missing.length} 项：${names}。\n  ${services.config.publicUrl}/staff/setup`)
}
