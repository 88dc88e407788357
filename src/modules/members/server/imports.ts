// Registers this module's imports.
import './imports/organisations.ts'
import './imports/persons.ts'
