import { writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/**
 * Writes to the file `TEST_REPORT`, for `test.mjs`, how many tests have passed, and why the others have not, to the first
 * cause: a reporter of Vitest.
 */
export default class {
  onTestRunEnd(modules) {
    const passed = modules.flatMap(({ children }) => [...children.allTests('passed')]).length
    writeFileSync(process.env.TEST_REPORT, JSON.stringify({ passed, failures: modules.flatMap(failuresIn) }))
  }
}

/** Of its tests, and of what is done before and after them, without which they are passed over. */
function failuresIn(module) {
  const { children, relativeModuleId } = module
  const tests = [...children.allTests('failed')].map(test => [test.fullName, test.result().errors])
  const suites = [...children.allSuites()].map(suite => [suite.fullName, suite.errors()])
  return [['', module.errors()], ...suites, ...tests]
    .filter(([, errors]) => errors.length > 0)
    .map(([name, errors]) => `${relativeModuleId} › ${name}\n${errors.map(withCauses).join('\n').slice(0, 4000)}`)
}

function withCauses({ stack, message, diff, cause }) {
  const own = (stack ?? message).split('\n').filter(line => !line.includes('/node_modules/'))
  return [...own, diff && stripVTControlCharacters(diff), cause && withCauses(cause)].filter(Boolean).join('\n')
}
