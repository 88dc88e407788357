-- 两个角色和数据库：所有者升级结构、备份；程序只读写数据。以超级用户运行：
-- psql -v owner_password=… -v program_password=… -f deploy/postgres/roles.sql
-- Two roles and a database: the owner migrates and makes backups, the program reads and writes. Run as a superuser.
create role hangxie_owner login password :'owner_password';
create role hangxie login password :'program_password';
alter role hangxie set statement_timeout = '5s';
-- 所有者由此看得见程序的连接，恢复备份前据此判断是否还在使用。 Lets the owner see whether the program is connected.
grant hangxie to hangxie_owner;
create database hangxie owner hangxie_owner encoding 'UTF8' template template0;
revoke all on database hangxie from public;
grant connect, temporary on database hangxie to hangxie;
