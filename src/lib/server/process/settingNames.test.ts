import { expect, test } from 'vitest'
import { environment } from './config.ts'
import { misspeltSettings } from './settingNames.ts'

test.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_ULR', 'DATABASE_URL'],
  ['database_url', 'DATABASE_URL'],
  ['SECRET_KEY_FIEL', 'SECRET_KEY_FILE'],
  ['TRUSTPROXY', 'TRUST_PROXY'],
  ['PROT', 'PORT'],
])('%s is asked about: %s', (typed, meant) => {
  expect(misspeltSettings({ [typed]: 'x' })).toEqual([`没有 ${typed} 这项设置：是否 ${meant}？`])
})

test('what systems, shells, Node, PostgreSQL and containers set is no mistake', () => {
  const usual = 'PATH HOME USER SHELL LANG LC_ALL TERM PWD OLDPWD SHLVL LOGNAME MAIL EDITOR HOSTNAME HOSTTYPE TZ TMPDIR'
  const programs =
    'NODE_ENV NODE_OPTIONS NODE_PATH PGHOST PGPORT PGUSER PGDATA DISPLAY SSH_TTY NOTIFY_SOCKET INVOCATION_ID WATCHDOG_USEC'
  const names = [
    ...`${usual} ${programs}`.split(' '),
    ...Object.keys(environment.shape),
    'npm_config_port',
    'YARN_VERSION',
  ]
  expect(misspeltSettings(Object.fromEntries(names.map(name => [name, 'x'])))).toEqual([])
})
