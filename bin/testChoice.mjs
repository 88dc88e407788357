import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { changedFiles, changedPaths, specsNaming } from './changedPages.mjs'
import { Failure, root, run } from './prepare.mjs'

/**
 * Tells what `npm test` runs: the tests of every day, and all of the browser tests that a change since the branch left
 * main (on main since the commit before) reaches; with `--all` also those that wait for the night (`*.night.test.ts`,
 * `*.night.spec.ts`, the tag `@night`, and all cases of the matrices); the named files or folders, whole; or with
 * `--changed[=commit]` only the tests that a change since that commit reaches.
 */
export async function chooseTests(words) {
  const given = words.filter(word => word.startsWith('-'))
  const unknown = given.find(word => !/^--(all|changed(=.+)?)$/.test(word))
  if (unknown)
    throw new Failure(`没有 ${unknown} 这个选项。用法：npm test [-- 文件或文件夹… | --changed[=提交] | --all]`)
  if (given.includes('--all')) return { ...everything, isAll: true }
  if (given.length > 0) return onlyChanged(given[0].split('=')[1] ?? (await usualBase()))
  if (words.length > 0) return onlyNamed(words)
  return { ...everything, ...(await changesSince(await usualBase())) }
}

const everything = { isWhole: true, vitestProjects: ['unit', 'operation'], vitestArgs: [], playwrightArgs: [] }

async function onlyChanged(base) {
  const changes = await changesSince(base)
  return {
    ...changes,
    isWhole: true,
    vitestProjects: ['unit', 'operation'],
    vitestArgs: [`--changed=${base}`, '--passWithNoTests'],
    playwrightArgs: changes.specs.length > 0 ? changes.specs : undefined,
  }
}

/**
 * Paths of the pages that a change reaches, which are looked at in all their cases, and the browser tests that name one of
 * them or have changed themselves: these run whole, also those that else wait for the night.
 */
async function changesSince(base) {
  const paths = await changedPaths(base)
  const ownSpecs = (await changedFiles(base))
    .filter(name => /^e2e\/.*\.spec\.ts$/.test(name) && existsSync(join(root, name)))
    .map(name => relative('e2e', name))
  return { paths, specs: [...new Set([...specsNaming(paths), ...ownSpecs])] }
}

/** Files are sorted by where they lie; a folder that holds several sorts, as `test`, is all of them. */
function onlyNamed(words) {
  const paths = words.map(word => {
    if (!existsSync(word)) throw new Failure(`没有 ${word} 这个文件。`)
    return relative(root, word)
  })
  const isBrowser = path => /^e2e\b/.test(path)
  const isOperation = path => /^test(\/operation\b|$)/.test(path)
  const isUnit = path => !isBrowser(path) && !/^test\/operation\b/.test(path)
  const browser = paths.filter(isBrowser)
  return {
    isWhole: false,
    isAll: true,
    vitestProjects: [...(paths.some(isUnit) ? ['unit'] : []), ...(paths.some(isOperation) ? ['operation'] : [])],
    vitestArgs: paths.filter(path => !isBrowser(path)).map(path => join(root, path)),
    playwrightArgs: browser.length > 0 ? browser : undefined,
  }
}

async function usualBase() {
  const ask = async (...args) => {
    const { code, output } = await run('git', args, { quiet: true })
    return code === 0 ? output.trim() : undefined
  }
  const fork = (await ask('merge-base', 'HEAD', 'main')) ?? (await ask('merge-base', 'HEAD', 'origin/main'))
  return fork && fork !== (await ask('rev-parse', 'HEAD')) ? fork : 'HEAD~1'
}
