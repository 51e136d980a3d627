import { Module } from '@nestjs/common';
import { TokenModule } from '../token/token.module';
import { UserModule } from '../user/user.module';
import { ExportUsers } from './export-users';
import { UserExportController } from './user-export.controller';

/** All people with their access, as a file. */
@Module({
  imports: [TokenModule, UserModule],
  controllers: [UserExportController],
  providers: [ExportUsers],
})
export class UserExportModule {}
