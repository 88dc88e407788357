// What can be imported of this module says so by being loaded.
import './imports/organisations.ts'
import './imports/persons.ts'
