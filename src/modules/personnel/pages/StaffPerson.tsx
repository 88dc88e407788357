export default function StaffPerson() {
  return null
}
