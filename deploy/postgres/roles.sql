-- 两个角色和数据库：所有者升级结构、备份；程序只读写数据。以超级用户运行，两个密码会逐个询问：
-- sudo -u postgres psql -f /opt/hangxie/deploy/postgres/roles.sql
-- 不经询问时放在环境变量 OWNER_PASSWORD、PROGRAM_PASSWORD 里（psql 15 以上）。
-- Two roles and a database: the owner migrates and makes backups, the program reads and writes. Run as a superuser; the
-- passwords are asked for, or taken from the environment: a command line is seen by every user of the machine.
\set ON_ERROR_STOP on
\getenv owner_password OWNER_PASSWORD
\if :{?owner_password}
\else
  \prompt '所有者 hangxie_owner 的密码：' owner_password
\endif
\getenv program_password PROGRAM_PASSWORD
\if :{?program_password}
\else
  \prompt '程序 hangxie 的密码：' program_password
\endif
-- CREATEDB：每个备份先恢复到一个临时数据库，成功才算。 Each backup is first restored into a temporary database.
create role hangxie_owner login createdb password :'owner_password';
create role hangxie login password :'program_password';
alter role hangxie set statement_timeout = '5s';
-- 所有者由此看得见程序的连接，恢复备份前据此判断是否还在使用。 Lets the owner see whether the program is connected.
grant hangxie to hangxie_owner;
create database hangxie owner hangxie_owner encoding 'UTF8' template template0;
revoke all on database hangxie from public;
grant connect, temporary on database hangxie to hangxie;
